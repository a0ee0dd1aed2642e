;; toolcall
;; Lists source files whose first line does not begin with `// SPDX`. One search finds them, however many files there are.

(let* ((found
        (Grep :pattern "\\A(?:[^/]|/[^/]|//[^ ]|// [^S]|// S[^P])"
              :multiline t
              :glob "*.{ts,js}"
              :head_limit 500))
       (files (if (string-prefix-p "No matches found" found) nil (split-string found "\n" t))))
  (if (null files)
      "Every source file has its licence header"
    (format "%d source files without a licence header:\n%s"
            (length files)
            (string-join files "\n"))))
