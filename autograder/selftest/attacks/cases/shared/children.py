def children(number, work):
    """Run `work` in processes that then wait; how many came so far, while all of them are there."""
    told, tell = os.pipe()
    stay, leave = os.pipe()
    for _ in range(number):
        if os.fork() == 0:
            try:
                os.close(leave)
                os.close(told)
                held = work()
                os.write(tell, b"h")
                os.close(tell)
                os.read(stay, 1)
            finally:
                os._exit(0)
    os.close(tell)
    came = 0
    while came < number and os.read(told, 1):
        came += 1
    os.close(leave)
    return came
