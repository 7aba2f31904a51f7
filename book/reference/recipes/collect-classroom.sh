# In the folder that `gh classroom clone student-repos` made: its repositories, into DIR/submitted.
#     sh collect-classroom.sh ASSIGNMENT TOPIC DIR
set -eu
for repository in "$1"-*/; do
    student=${repository#"$1"-}
    student=${student%/}
    mkdir -p "$3/submitted/$student/$2"
    cp "$repository$2.ipynb" "$3/submitted/$student/$2/" || echo "$student: no $2.ipynb" >&2
done
