;; toolcall
;; Finds where a function is called and reads the lines around each call.

(defun all-lines (search)
  ;; The lines of all pages that a search, a function of an offset, finds: 100 lines at a time.
  (let ((lines nil) (offset 0) (more t))
    (while more
      (let* ((text (funcall search offset))
             (notice (string-search "\n\n... Results truncated" text)))
        (dolist (line (split-string (substring text 0 notice) "\n")) (push line lines))
        (setq more notice
              offset (+ offset 100))))
    (reverse lines)))

(defun call-places (found)
  ;; (PATH . LINE) of each match that Grep shows, but not of definitions.
  (let ((path nil) (places nil))
    (dolist (line found)
      (let ((colon (and (string-match-p "^[0-9]+:" line) (string-search ":" line))))
        (cond ((null colon) (setq path line))
              ((string-search "function " line) nil)
              (t (push (cons path (string-to-number line)) places)))))
    (reverse places)))

(let* ((name "loadUser")
       (places (call-places (all-lines (lambda (offset)
                                         (Grep :pattern (concat "\\b" name "\\(")
                                               :glob "*.{ts,js}"
                                               :output_mode "content"
                                               :head_limit 100
                                               :offset offset)))))
       (shown (take 40 places))
       (texts
        (parallel-map
         (lambda (place) (Read :file_path (car place) :offset (max 1 (- (cdr place) 2)) :limit 5))
         shown)))
  (format "%d calls of %s\n%s"
          (length places)
          name
          (let ((parts nil))
            (dotimes (i (length shown))
              (push (format "\n%s:%d\n%s" (car (nth i shown)) (cdr (nth i shown)) (nth i texts))
                    parts))
            (string-join (reverse parts) "\n"))))
