;; toolcall
;; Lists message keys that the code uses, as in t("menu.open"), and that locales/en.json does not define.
;; Looks at one page of the uses, 300 lines.

(defun quoted-after (line prefix)
  ;; The texts between a prefix and the next double quote.
  (let ((found nil) (at (string-search prefix line)))
    (while at
      (let* ((start (+ at (length prefix))) (end (string-search "\"" line start)))
        (when end (push (substring line start end) found))
        (setq at (and end (string-search prefix line (+ end 1))))))
    (reverse found)))

(defun matched-lines (found)
  (let ((lines nil))
    (dolist (line (split-string found "\n" t))
      (when (string-match-p "^[0-9]+:" line) (push line lines)))
    (reverse lines)))

(defun distinct (words)
  (let ((kept nil))
    (dolist (word (sort words))
      (unless (equal word (car kept)) (push word kept)))
    (reverse kept)))

(let ((used-lines
       (Grep :pattern "\\bt\\(\"[^\"]+\"" :glob "*.{ts,js}" :output_mode "content" :head_limit 300))
      (defined-lines
       (Grep :pattern "^\\s*\"[^\"]+\"\\s*:"
             :path "locales/en.json"
             :output_mode "content"
             :head_limit 300)))
  (if (consp defined-lines)
      (format "There are no messages: %s" (plist-get defined-lines :error))
    (let* ((uses (apply
                  'append
                  (mapcar (lambda (line) (quoted-after line "t(\"")) (matched-lines used-lines))))
           (used (distinct uses))
           (defined
            (mapcar (lambda (line) (car (quoted-after line "\""))) (matched-lines defined-lines)))
           (undefined nil))
      (dolist (key used)
        (unless (member key defined) (push key undefined)))
      (format "%d keys used, %d defined, undefined: %s"
              (length used)
              (length defined)
              (string-join (or (reverse undefined) '("none")) ", ")))))
