# Once, as root, where there are bubblewrap, python3-venv, npm and the accounts. WHEEL is the grader's wheel.
set -eu
programs="jupyterhub>=5.4.5 jupyter-server>=2.20 jupyterlab notebook nbgrader numpy torch"

python3 -m venv /opt/jupyterhub  # the hub, and what students work with
/opt/jupyterhub/bin/pip install $programs
npm install --global --prefix /opt/jupyterhub configurable-http-proxy

install -d -m 700 -o teacher /opt/grader  # the same with the grader: the hidden tests are in it
python3 -m venv /opt/grader
/opt/grader/bin/pip install $programs "$WHEEL"

install -d -m 777 /srv/nbgrader/exchange
install -D -m 644 nbgrader_config.py /etc/jupyter/nbgrader_config.py
