;; toolcall
;; A refactoring in two steps: moves a module, then changes every import of it. The second patch is made from what a
;; search finds after the first, and a last search tells whether anything was forgotten.

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

(defun import-patch (found old new)
  (let ((lines nil))
    (dolist (line found)
      (let ((colon (and (string-match-p "^[0-9]+:" line) (string-search ":" line))))
        (if (null colon)
            (unless (equal line "") (push (concat "*** Update File: " line) lines))
          (let ((text (substring line (+ colon 1))))
            (setq lines (append (list (concat
                                       "+"
                                       (string-join (split-string text (regexp-quote old)) new))
                                      (concat "-" text)
                                      "@@")
                                lines))))))
    (string-join (append '("*** Begin Patch") (reverse lines) '("*** End Patch")) "\n")))

(let*
    ((old "./user.ts")
     (new "./person.ts")
     (pattern (concat "from \"" "\\./user\\.ts\""))
     (moved
      (ApplyPatch
       :patch
       "*** Begin Patch\n*** Update File: src/user.ts\n*** Move to: src/person.ts\n*** End Patch")))
  (if (consp moved)
      (format "Nothing was done. %s" (plist-get moved :error))
    (let* ((found (all-lines (lambda (offset)
                               (Grep :pattern pattern
                                     :glob "*.ts"
                                     :output_mode "content"
                                     :head_limit 100
                                     :offset offset))))
           (changed
            (if (equal found '("No matches found"))
                "No import had to be changed"
              (ApplyPatch :patch (import-patch found old new))))
           (left (Grep :pattern pattern :glob "*.ts")))
      (string-join (list
                    (if (consp changed) (plist-get changed :error) changed)
                    (if (string-prefix-p "No matches found" left) "No import was forgotten" left))
                   "\n"))))
