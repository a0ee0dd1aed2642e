;; toolcall
;; Renames a function wherever it is named, in one patch: all files are changed or none.

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

(defun name-part-p (text index)
  ;; Whether the character at this place could belong to a longer name.
  (and (>= index 0)
       (< index (length text))
       (string-match-p "[a-z0-9_$]" (substring text index (+ index 1)))))

(defun renamed (line old new)
  (let ((from 0) (parts nil) (at (string-search old line)))
    (while at
      (let ((end (+ at (length old))))
        (push (substring line from at) parts)
        (push (if (or (name-part-p line (- at 1)) (name-part-p line end)) old new) parts)
        (setq from end
              at (string-search old line end))))
    (apply 'concat (reverse (cons (substring line from) parts)))))

(defun patch-lines (found old new)
  ;; The lines of a patch from what Grep shows with context: PATH, `N:line`, `N-line`, and `--` between groups.
  (let ((lines nil))
    (dolist (line found)
      (let ((at (and (string-match-p "^[0-9]+[-:]" line) (string-match-p "[-:]" line))))
        (cond ((equal line "") nil)
              ((equal line "--") (push "@@" lines))
              ((null at) (setq lines (append (list "@@" (concat "*** Update File: " line)) lines)))
              ((equal (substring line at (+ at 1)) "-")
               (push (concat " " (substring line (+ at 1))) lines))
              (t
               (let ((text (substring line (+ at 1))))
                 (setq lines (append (list (concat "+" (renamed text old new)) (concat "-" text))
                                     lines)))))))
    (reverse lines)))

(let* ((old "loadUser")
       (new "fetchUser")
       (found
        (all-lines (lambda (offset)
                     (Grep :pattern (concat "\\b" old "\\b")
                           :glob "*.{ts,js}"
                           :output_mode "content"
                           :-C 3
                           :head_limit 100
                           :offset offset)))))
  (if (equal found '("No matches found"))
      (format "Nothing is named %s" old)
    (ApplyPatch :patch (string-join
                        (append '("*** Begin Patch") (patch-lines found old new) '("*** End Patch"))
                        "\n"))))
