;; toolcall
;; Lists every source file with a TODO or FIXME note, and how many lines it has.
(let* ((files (split-string (Grep :pattern "TODO|FIXME" :glob "*.ts") "\n" t))
       (texts (parallel-map (lambda (file) (Read :file_path file)) files))
       (rows nil))
  (dolist (file files)
    (push (format "%s: %d lines" file (length (split-string (pop texts) "\n" t))) rows))
  (string-join (reverse rows) "\n"))
