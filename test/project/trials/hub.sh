. /root/functions.sh
dpkg -i /root/old.deb > /root/log
cd /etc/signing-station
(umask 077; openssl rand -base64 32 > hub-key; echo postgresql://hub:correct-horse@127.0.0.1:5440/hub > database-url)
echo '{ "transport": "none", "port": 8444 }' > hub.json
systemctl enable --now signing-station-hub
# PostgreSQL comes later: the hub is started until it answers.
until [ "$(systemctl show -P NRestarts signing-station-hub)" -ge 1 ]; do sleep 0.2; done
pg_createcluster "$(ls /usr/lib/postgresql | tail -1)" hub -p 5440 --start > /root/log
setpriv --reuid=postgres --regid=postgres --clear-groups psql -q -p 5440 -c "CREATE ROLE hub LOGIN PASSWORD 'correct-horse'" -c "CREATE DATABASE hub OWNER hub ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0"
administer() { STATION_DATABASE_URL_FILE=/etc/signing-station/database-url STATION_HUB_KEY_FILE=/etc/signing-station/hub-key station "$@"; }
password=$(administer users add provider --lang en)
answers 8444
test "$(push 8444 "$(token 8444 "$password")")" = 200
administer hub unclaimed --json | grep -q '"size"'
administer hub find --transaction tx-1 --json | grep -q '"version"'
# The hub survives its database.
before=$(process signing-station-hub)
grep -q '^Max core file size *0 *0 ' "/proc/$before/limits"
systemctl stop "postgresql@*"
test "$(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:8444/ready)" = 503
systemctl start "postgresql@$(ls /usr/lib/postgresql | tail -1)-hub"
answers 8444
test "$(process signing-station-hub)" = "$before"
kill -KILL "$before"
restarted signing-station-hub "$before"
answers 8444
before=$(process signing-station-hub)
dpkg -i /root/new.deb > /root/log
restarted signing-station-hub "$before"
answers 8444
test "$(push 8444 "$(token 8444 "$password")")" = 200
systemctl stop signing-station-hub
test "$(systemctl show -P Result signing-station-hub)" = success
silent signing-station-hub "$password" correct-horse "$(cat hub-key)" TX-1
dpkg -r signing-station-server > /root/log
test ! -e /etc/systemd/system/multi-user.target.wants/signing-station-hub.service
echo all good
