;; toolcall
;; Lists test files whose source is gone: test/PATH.test.ts belongs to src/PATH.ts. Empty test files are not seen.

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

(defun absent (paths root)
  ;; Those of up to 100 paths below ROOT that Glob does not find.
  (let* ((answer (Glob :pattern (concat "{" (string-join paths ",") "}") :path root))
         (found (split-string (if (consp answer) "" answer) "\n" t))
         (missing nil))
    (dolist (path paths)
      (unless (member (concat root path) found) (push path missing)))
    (reverse missing)))

(let* ((root (concat (car (split-string (Bash :command "pwd") "\n")) "/"))
       (start (length (concat root "test/")))
       (count 0)
       (batch nil)
       (size 0)
       (without nil)
       (remark
        (each-line
         5000
         (lambda (offset)
           (Grep :pattern "^" :glob "test/**/*.test.ts" :head_limit 0 :offset offset))
         (lambda (test)
           (push (concat "src/" (substring test start -8) ".ts") batch)
           (setq count (+ count 1)
                 size (+ size 1))
           (when (= size 100)
             (setq without (append (absent batch root) without)
                   batch nil
                   size 0))))))
  (when batch (setq without (append (absent batch root) without)))
  (string-join (append (list
                        (format "%d tests looked at, %d without a source" count (length without)))
                       (mapcar (lambda (source) (concat "test/" (substring source 4 -3) ".test.ts"))
                               (sort without))
                       (if remark (list remark)))
               "\n"))
