;; toolcall
;; Lists every file with a TODO or FIXME note, and how many lines it has.
(let ((files (split-string (Grep :pattern "TODO|FIXME" :glob "*.ts") "\n" t)))
  (parallel-map
   (lambda (file) (list file (length (split-string (Read :file_path file) "\n" t))))
   files))
