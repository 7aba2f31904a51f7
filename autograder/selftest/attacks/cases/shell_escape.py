# attempt: looks for hidden tests with the shell and with magics
# reaches: no course folder, no repository
# control: secret
# --- cells
# %%
!cat @COURSE@/source/*/*.ipynb @COURSE@/gradebook.db
%pwd
