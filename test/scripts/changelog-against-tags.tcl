;; toolcall
;; Compares the versions of the change log with the tags of the repository.

(defun versions (text prefix)
  ;; The words after a prefix that begin a line and are versions.
  (let ((found nil))
    (dolist (line (split-string text "\n" t))
      (let ((at (string-search prefix line)))
        (when at
          (let ((word (car (split-string (substring line (+ at (length prefix))) "[] ]"))))
            (when (string-match-p "^[0-9]+\\.[0-9]+" word) (push word found))))))
    (reverse found)))

(defun missing-from (list other)
  (let ((missing nil))
    (dolist (word list)
      (unless (member word other) (push word missing)))
    (reverse missing)))

(let* ((tags (versions (Bash :command "git tag --list") "v"))
       (entries (versions
                 (Grep :pattern "^## \\[" :path "CHANGELOG.md" :output_mode "content" :head_limit 0)
                 "## [")))
  (format "tags without an entry: %s\nentries without a tag: %s"
          (string-join (or (missing-from tags entries) '("none")) ", ")
          (string-join (or (missing-from entries tags) '("none")) ", ")))
