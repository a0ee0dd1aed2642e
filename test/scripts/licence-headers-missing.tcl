;; toolcall
;; Lists source files whose first line does not begin with `// SPDX`; empty files need none. One search finds them,
;; however many files there are.

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

(let*
    ((files nil)
     (count 0)
     (remark
      (each-line
       6000
       (lambda (offset)
         (Grep
          :pattern
          "\\A(?:[^/]|/(?:[^/]|\\z)|//(?:[^ ]|\\z)|// (?:[^S]|\\z)|// S(?:[^P]|\\z)|// SP(?:[^D]|\\z))"
          :multiline t
          :glob "*.{ts,js}"
          :head_limit 0
          :offset offset))
       (lambda (file)
         (when (< count 200) (push file files))
         (setq count (+ count 1))))))
  (string-join (append
                (if (= count 0)
                    '("Every source file has its licence header")
                  (list (format "%d source files without a licence header:" count)))
                (reverse files)
                (if (> count 200) '("Files after the first 200 are left out."))
                (if remark (list remark)))
               "\n"))
