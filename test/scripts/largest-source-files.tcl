;; toolcall
;; Lists the ten source files with most lines. A search finds those that have at least so many, fewer with each round,
;; until there are enough; only these are counted.

(defun files-with-lines (count)
  (let ((found (Grep :pattern (format "\\A(?:[^\\n]*\\n){%d}" count)
                     :multiline t
                     :glob "*.{ts,js}"
                     :head_limit 100)))
    (if (string-prefix-p "No matches found" found)
        nil
      (let ((files nil))
        (dolist (line (split-string found "\n" t))
          (unless (string-prefix-p "... " line) (push line files)))
        (reverse files)))))

(defun line-count (text)
  ;; From Grep's `PATH:COUNT`.
  (string-to-number (car (last (split-string text ":")))))

(let ((files nil) (sizes '(1000 500 200 100 50 20 1)))
  (while (and sizes (< (length files) 10))
    (setq files (files-with-lines (car sizes))
          sizes (cdr sizes)))
  (let* ((counts
          (parallel-map (lambda (file) (Grep :pattern "^" :path file :output_mode "count")) files))
         (rows nil))
    (dotimes (i (length files))
      (push (cons (line-count (nth i counts)) (nth i files)) rows))
    (string-join
     (mapcar (lambda (row) (format "%6d  %s" (car row) (cdr row))) (take 10 (reverse (sort rows))))
     "\n")))
