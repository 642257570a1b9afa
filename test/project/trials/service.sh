. /root/functions.sh
dpkg -i /root/old.deb > /root/log
cd /etc/signing-station
(umask 077; openssl rand -base64 32 > vault-key; openssl rand -base64 18 > password)
chgrp signing-station password; chmod 0640 password
echo '{ "transport": "none", "port": 8443 }' > settings.json
systemctl enable --now signing-station
answers 8443
first=$(cat password)
test "$(push 8443 "$(token 8443 "$first")")" = 200
before=$(process signing-station)
grep -q '^Max core file size *0 *0 ' "/proc/$before/limits"
kill -KILL "$before"
restarted signing-station "$before"
answers 8443
openssl rand -base64 18 > password
systemctl reload signing-station
second=$(cat password)
for try in $(seq 50); do [ -n "$(token 8443 "$second")" ] && break; sleep 0.2; done
test "$(push 8443 "$(token 8443 "$second")")" = 200
test "$(push 8443 "$(token 8443 "$first")")" = 200
before=$(process signing-station)
dpkg -i /root/new.deb > /root/log
restarted signing-station "$before"
answers 8443
systemctl stop signing-station
test "$(systemctl show -P Result signing-station)" = success
journalctl --no-pager -o cat -u signing-station | grep -q '"event":"stopped"'
silent signing-station "$first" "$second" "$(cat vault-key)" TX-1
# A restart does not mend settings that are wrong.
echo '{ "port": "x" }' > settings.json
systemctl start signing-station
until [ "$(systemctl is-failed signing-station)" = failed ]; do sleep 0.2; done
dpkg -r signing-station-server > /root/log
test ! -e /etc/systemd/system/multi-user.target.wants/signing-station.service
echo all good
