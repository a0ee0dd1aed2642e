;; toolcall
;; Lists the ten source files with most lines. Searches for files with at least so many lines narrow it down to between
;; ten and forty, and only these are counted.

(defun files-with-lines (count)
  ;; The first 41 files with at least so many lines, in the order of their paths.
  (let ((found (Grep :pattern (format "\\A(?:[^\\n]*\\n){%d}." (- count 1))
                     :multiline t
                     :glob "*.{ts,js}"
                     :head_limit 41))
        (files nil))
    (cond ((consp found) (list found))
          ((equal found "No matches found") nil)
          (t
           (dolist (line (split-string found "\n" t))
             (unless (string-prefix-p "... " line) (push line files)))
           (reverse files)))))

(defun narrowed (least most)
  ;; Files with at least LEAST lines, or more where those are above forty; fewer than ten files have MOST lines.
  (let ((files (files-with-lines least)))
    (while (and (> (length files) 40) (< (+ least 1) most))
      (let* ((middle (/ (+ least most) 2)) (found (files-with-lines middle)))
        (if (< (length found) 10)
            (setq most middle)
          (setq least middle
                files found))))
    ;; More than forty files with exactly so many lines: those above them and the first of them are enough.
    (if (> (length files) 40)
        (append (files-with-lines most) (take 40 files))
      files)))

(defun line-count (answer)
  ;; From Grep's `PATH:COUNT`.
  (string-to-number (car (last (split-string answer ":")))))

(let ((most 32) (rows nil))
  (while (and (< most 20000) (>= (length (files-with-lines most)) 10)) (setq most (* most 2)))
  (let* ((files (narrowed (if (= most 32) 1 (/ most 2)) most))
         (counts
          (parallel-map (lambda (file) (Grep :pattern "^" :path file :output_mode "count")) files)))
    (dotimes (i (length files))
      (let ((row (cons (- (line-count (nth i counts))) (nth i files))))
        (unless (member row rows) (push row rows))))
    (string-join
     (mapcar (lambda (row) (format "%6d  %s" (- (car row)) (cdr row))) (take 10 (sort rows)))
     "\n")))
