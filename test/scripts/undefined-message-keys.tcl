;; toolcall
;; Lists message keys that the code uses, as in t("menu.open"), and that locales/en.json, which has a key a line,
;; does not define.

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

(defun used-keys (line)
  ;; The texts between `t("` and the next double quote, where no longer name ends in the t.
  (let ((keys nil) (at (string-match-p "\\_<t(\"" line)))
    (while at
      (let ((end (string-search "\"" line (+ at 3))))
        (when (and end (eq at (string-search "t(\"" line at)))
          (push (substring line (+ at 3) end) keys))
        (setq at (and end (string-match-p "\\_<t(\"" line (+ end 1))))))
    keys))

(defun distinct (words)
  (let ((kept nil))
    (dolist (word (sort words))
      (unless (equal word (car kept)) (push word kept)))
    (reverse kept)))

(defun defined-keys (file)
  ;; The keys at the beginnings of the lines of a file, page by page, or why they cannot be read.
  (let ((keys nil) (offset 1))
    (while offset
      (let ((text (Read :file_path file :offset offset :limit 200)) (count 0))
        (if (consp text)
            (setq keys (if (= offset 1) text keys)
                  offset nil)
          (dolist (line (split-string text "\n" t))
            (let* ((tab (and (string-match-p "^ *[0-9]+\t" line) (string-search "\t" line)))
                   (start (and tab (string-match-p "\"[^\"]+\" *:" line tab))))
              (when tab (setq count (+ count 1)))
              (when start
                (push (substring line (+ start 1) (string-search "\"" line (+ start 1))) keys))))
          (setq offset (and (= count 200) (+ offset 200))))))
    keys))

(let ((defined (defined-keys "locales/en.json")) (uses nil) (remark nil))
  (if (eq (car defined) :error)
      (format "There are no messages: %s" (plist-get defined :error))
    (setq remark
          (each-line
           6500
           (lambda (offset)
             (Grep :pattern "\\bt\\(\"[^\"]+\""
                   :glob "*.{ts,js}"
                   :output_mode "content"
                   :head_limit 0
                   :offset offset))
           (lambda (line)
             (when (string-match-p "^[0-9]+:" line)
               (dolist (key (used-keys line)) (push key uses))))))
    (let ((used (distinct uses)) (undefined nil))
      (dolist (key used)
        (unless (member key defined) (push key undefined)))
      (string-join (append (list
                            (format "%d keys used, %d defined, undefined: %s"
                                    (length used)
                                    (length defined)
                                    (string-join (or (reverse undefined) '("none")) ", ")))
                           (if remark (list remark)))
                   "\n"))))
