;; toolcall
;; Finds the lines that call a function and reads those around the first 40 of them.

(defun next-offset (text notice)
  ;; Where Grep's next page begins, from the notice at the end of a page that was cut.
  (let ((at (and notice (string-search "continue with offset " text notice))))
    (and at (string-to-number (substring text (+ at (length "continue with offset ")))))))

(defun each-line (most search visit)
  ;; Hands each line that SEARCH finds, page by page, to VISIT. SEARCH is a function of an offset. Answers what the report
  ;; has to say besides: why something was not looked at, or nil. Little more than MOST lines are looked at.
  (let ((offset 0) (seen 0) (remark nil))
    (while offset
      (let ((text (funcall search offset)))
        (cond ((consp text) (setq remark (plist-get text :error) offset nil))
              ((equal text "No matches found") (setq offset nil))
              (t
               (let* ((notice (string-search "\n\n... Results truncated" text))
                      (end (or notice (length text)))
                      (late (string-prefix-p "Warning: " text))
                      (from (or (and late (string-search "\n\n" text)) 0)))
                 ;; split-string takes at most 24,999 characters, and no line has more than about 2,100.
                 (while (and (< from end) (< seen most))
                   (let* ((far (+ from 20000))
                          (to (or (and (< far end) (string-search "\n" text far)) end))
                          (lines (split-string (substring text from to) "\n" t)))
                     (setq from to
                           seen (+ seen (length lines)))
                     (dolist (line lines) (funcall visit line))))
                 (setq offset (next-offset text notice))
                 (when (and (or notice (< from end)) (or (null offset) (>= seen most)))
                   (setq
                    offset nil
                    remark (format "Only the first %d lines that were found are in this." seen)))
                 (when late
                   (setq remark "The search ran out of time: not all files are in this.")))))))
    remark))

(let* ((name "loadUser")
       (places nil)
       (count 0)
       (path nil)
       (remark
        (each-line
         6000
         (lambda (offset)
           (Grep :pattern (concat "\\b" name "\\(")
                 :glob "*.{ts,js}"
                 :output_mode "content"
                 :head_limit 0
                 :offset offset))
         (lambda (line)
           ;; `N:text` below the path of its file; a definition is no call.
           (cond ((null (string-match-p "^[0-9]+:" line)) (setq path line))
                 ((string-search (concat "function " name) line) nil)
                 (t
                  (setq count (+ count 1))
                  (when (<= count 40) (push (cons path (string-to-number line)) places)))))))
       (shown (reverse places))
       (texts
        (parallel-map
         (lambda (place) (Read :file_path (car place) :offset (max 1 (- (cdr place) 2)) :limit 5))
         shown))
       (parts nil))
  (dotimes (i (length shown))
    (let* ((text (if (consp (nth i texts)) (plist-get (nth i texts) :error) (nth i texts)))
           (notice (string-search "\n\n... Read output truncated" text)))
      (push (format "\n%s:%d\n%s" (car (nth i shown)) (cdr (nth i shown)) (substring text 0 notice))
            parts)))
  (string-join (append (list (format "%d lines call %s" count name))
                       (reverse parts)
                       (if (> count 40) '("\nCalls after the first 40 are only counted."))
                       (if remark (list remark)))
               "\n"))
