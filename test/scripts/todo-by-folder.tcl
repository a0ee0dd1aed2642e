;; toolcall
;; Counts the TODO, FIXME and XXX notes of each folder, the folder with most of them first.

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

(defun merge-counts (pairs)
  ;; Pairs of folder and count, summed up by folder: (-COUNT . FOLDER), the largest first.
  (let ((sums nil))
    (dolist (pair (sort pairs))
      (if (and sums (equal (cdr (car sums)) (car pair)))
          (setq sums (cons (cons (- (car (car sums)) (cdr pair)) (car pair)) (cdr sums)))
        (push (cons (- (cdr pair)) (car pair)) sums)))
    (sort sums)))

(let* ((pairs nil)
       (folder nil)
       (count 0)
       (total 0)
       (remark
        (each-line 6000
                   (lambda (offset)
                     (Grep :pattern "\\b(TODO|FIXME|XXX)\\b"
                           :output_mode "count"
                           :head_limit 0
                           :offset offset))
                   (lambda (line)
                     (let ((here (file-name-directory line))
                           (more (string-to-number (car (last (split-string line ":"))))))
                       (unless (equal here folder)
                         (when folder (push (cons folder count) pairs))
                         (setq folder here
                               count 0))
                       (setq count (+ count more)
                             total (+ total more)))))))
  (when folder (push (cons folder count) pairs))
  (let ((sums (merge-counts pairs)))
    (string-join (append
                  (list (format "%d lines with notes in %d folders" total (length sums)))
                  (mapcar (lambda (sum) (format "%5d  %s" (- (car sum)) (cdr sum))) (take 200 sums))
                  (if (> (length sums) 200) '("Folders after the first 200 are left out."))
                  (if remark (list remark)))
                 "\n")))
