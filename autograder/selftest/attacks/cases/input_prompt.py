# attempt: waits for somebody to type
# reaches: nothing: the end of an empty input is an error of its own
# control: alone
# --- cells
# %%
answer = input("your name? ")
