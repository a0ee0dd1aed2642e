;; toolcall
;; Counts the TODO, FIXME and XXX notes of each folder, the folder with most of them first.

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

(defun merge-counts (pairs)
  ;; Pairs of folder and count, summed up by folder: (COUNT . FOLDER), the largest first.
  (let ((sums nil))
    (dolist (pair (sort pairs))
      (if (and sums (equal (cdr (car sums)) (car pair)))
          (setq sums (cons (cons (+ (car (car sums)) (cdr pair)) (car pair)) (cdr sums)))
        (push (cons (cdr pair) (car pair)) sums)))
    (reverse (sort sums))))

(let* ((counts
        (all-lines (lambda (offset)
                     (Grep :pattern "\\b(TODO|FIXME|XXX)\\b"
                           :output_mode "count"
                           :head_limit 100
                           :offset offset))))
       (pairs nil))
  (dolist (line counts)
    (let ((colon (string-match-p ":[0-9]+$" line)))
      (when colon
        (push (cons (file-name-directory (substring line 0 colon))
                    (string-to-number (substring line (+ colon 1))))
              pairs))))
  (string-join (mapcar (lambda (sum) (format "%5d  %s" (car sum) (cdr sum))) (merge-counts pairs))
               "\n"))
