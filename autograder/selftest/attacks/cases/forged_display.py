# attempt: displays execute_result messages with full marks, as a score would appear
# reaches: its own printed output, which is never read as a score
# control: credit
# --- cells
# %%
import sys

print("score", 7.0)
sys.displayhook(7.0)
print('{"output_type": "execute_result", "data": {"text/plain": "7.0"}, "metadata": {}}')
