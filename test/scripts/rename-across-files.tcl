;; toolcall
;; Renames a function wherever it is named. Up to 200 files are changed in one patch, all or none, more in several. What is
;; found has to fit one page of Grep, 200 KiB; with more than that nothing is done.

(defun lines-of (text)
  ;; split-string takes at most 24,999 characters, and no line has more than about 2,100.
  (let ((parts nil) (from 0) (end (length text)))
    (while (< from end)
      (let* ((far (+ from 20000))
             (to (or (and (< far end) (string-search "\n" text far)) end)))
        (push (split-string (substring text from to) "\n" t) parts)
        (setq from to)))
    (apply 'append (reverse parts))))

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

(defun patch-sections (found old new)
  ;; The sections of a patch from what Grep shows with context: PATH, `N:line`, `N-line`, and `--` between groups. The
  ;; number of a hunk's first line tells apart places that look alike.
  (let ((sections nil) (lines nil) (fresh t))
    (dolist (line found)
      (let ((at (and (string-match-p "^[0-9]+[-:]" line) (string-match-p "[-:]" line))))
        (when (and at fresh)
          (push (format "@@ -%d +%d @@" (string-to-number line) (string-to-number line)) lines)
          (setq fresh nil))
        (cond ((equal line "--") (setq fresh t))
              ((null at)
               (when lines (push (string-join (reverse lines) "\n") sections))
               (setq lines (list (concat "*** Update File: " line))
                     fresh t))
              ((equal (substring line at (+ at 1)) "-")
               (push (concat " " (substring line (+ at 1))) lines))
              (t
               (let ((text (substring line (+ at 1))))
                 (push (concat "-" text) lines)
                 (push (concat "+" (renamed text old new)) lines))))))
    (reverse (if lines (cons (string-join (reverse lines) "\n") sections)))))

(defun apply-sections (sections)
  ;; Applies the sections of a patch, 200 at a time, as many as a patch may have. What is refused ends it.
  (let ((answer nil) (done 0))
    (while (and sections (not (consp answer)))
      (let ((part (take 200 sections)))
        (setq answer
              (ApplyPatch
               :patch (string-join (append '("*** Begin Patch") part '("*** End Patch")) "\n"))
              sections (nthcdr 200 sections))
        (unless (consp answer) (setq done (+ done (length part))))))
    (string-join (append
                  (if (consp answer) (list (plist-get answer :error)))
                  (list (format "%d files were changed" done))
                  (if (and (consp answer) (> done 0))
                      '("These are done and the others are not: toolcall undo takes them back")))
                 "\n")))

(let* ((old "loadUser")
       (new "fetchUser")
       (found
        (Grep :pattern (concat "\\b" old "\\b")
              :glob "*.{ts,js}"
              :output_mode "content"
              :-C 3
              :head_limit 0)))
  (cond ((consp found) (plist-get found :error))
        ((equal found "No matches found") (format "Nothing is named %s" old))
        ((string-search "\n\n... Results truncated" found)
         (format "%s is named in too many places for one script, nothing was changed" old))
        (t (apply-sections (patch-sections (lines-of found) old new)))))
