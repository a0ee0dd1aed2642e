;; toolcall
;; Compares the versions of the change log with the tags of the repository: `## 1.2.0` or `## [1.2.0]` with `v1.2.0`.

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

(defun version-in (text)
  ;; The word with which a text begins, when it is a version.
  (let ((word (car (split-string text "[] ]"))))
    (and (string-match-p "^[0-9]+\\.[0-9]+" word) word)))

(defun missing-from (list other)
  (let ((missing nil))
    (dolist (word list)
      (unless (member word other) (push word missing)))
    (reverse missing)))

(let* ((tags nil)
       (entries nil)
       (problem
        (or (each-line
             3000
             (lambda (offset) (Bash :command "git tag --list"))
             (lambda (line)
               (let ((version (version-in (substring line (if (string-prefix-p "v" line) 1 0)))))
                 (when version (push version tags)))))
            (each-line
             3000
             (lambda (offset)
               (Grep :pattern "^## \\[?[0-9]"
                     :path "CHANGELOG.md"
                     :output_mode "content"
                     :head_limit 0
                     :offset offset))
             (lambda (line)
               (let* ((at (string-search "## " line))
                      (start (and at (+ at (if (string-search "## [" line) 4 3))))
                      (version (and start (version-in (substring line start)))))
                 (when version (push version entries))))))))
  (string-join (append (list
                        (concat
                         "tags without an entry: "
                         (string-join (or (missing-from (reverse tags) entries) '("none")) ", "))
                        (concat
                         "entries without a tag: "
                         (string-join (or (missing-from (reverse entries) tags) '("none")) ", ")))
                       (if problem (list problem)))
               "\n"))
