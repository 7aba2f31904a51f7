"""One machine on which everybody has an account: a hub, and the grader beside it. Start it as root."""

c = get_config()  # noqa: F821  (JupyterHub defines it)

TEACHER = "teacher"
COURSE = f"/home/{TEACHER}/embedding"  # made with `embedding-course new`
STUDENTS, GRADER = "/opt/jupyterhub/bin", "/opt/grader/bin"  # only the teacher may look into the second
SYSTEM = "/usr/local/bin:/usr/bin:/bin"

c.JupyterHub.bind_url = "http://127.0.0.1:8000"  # put a web server with TLS before it
c.ConfigurableHTTPProxy.command = f"{STUDENTS}/configurable-http-proxy"

# The machine's accounts and passwords. Who is in this Unix group may log in.
c.JupyterHub.authenticator_class = "pam"
c.PAMAuthenticator.allowed_groups = {"embedding"}


def choose_programs(spawner):
    """Give the teacher the environment with the grader, and the course folder for formgrader."""
    teacher = spawner.user.name == TEACHER
    programs = GRADER if teacher else STUDENTS
    spawner.cmd = [f"{programs}/jupyterhub-singleuser"]
    spawner.environment = {"PATH": f"{programs}:{SYSTEM}"}
    if teacher:
        spawner.notebook_dir = COURSE


c.Spawner.pre_spawn_hook = choose_programs

# It collects, grades and gives back, with the teacher's rights. The hub starts it anew should it end.
c.JupyterHub.services = [
    {
        "name": "grader",
        "user": TEACHER,
        "cwd": COURSE,
        "environment": {"PATH": f"{GRADER}:{SYSTEM}"},
        "command": [f"{GRADER}/embedding-course", "grade", "--course", COURSE, "--watch", "--exchange"],
    }
]
