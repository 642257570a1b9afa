dpkg -i /root/old.deb > /root/log
user="setpriv --reuid=signing-station --regid=signing-station --clear-groups env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8"
install -d -o signing-station -m 0700 /var/lib/signing-station
head -c 32 /dev/zero | base64 > /etc/signing-station/vault-key
systemd-analyze verify signing-station.service 2> /root/unit || true
grep signing-station.service /root/unit && exit 11
serve() {
  rm -f /root/serve
  $user STATION_VAULT_KEY_FILE=/etc/signing-station/vault-key STATION_SERVICE_USERNAME=provider STATION_SERVICE_PASSWORD=correct-horse-9 \
    station serve --port 0 --lang en --data-dir /var/lib/signing-station/data --settings-file /etc/signing-station/settings.json > /root/serve &
  until grep -qs url /root/serve; do kill -0 $! || exit 12; sleep 0.2; done
  kill -TERM $!
  wait $!
  grep -q stopped /root/serve
}
serve
# The main job, from the installed package.
install -o signing-station /root/contract.pdf /var/lib/signing-station/
$user STATION_VAULT_KEY_FILE=/etc/signing-station/vault-key station sign /var/lib/signing-station/contract.pdf --practice --client-info T-1 \
  --out /var/lib/signing-station/signed --lang en --data-dir /var/lib/signing-station/data > /root/signed
test "$(head -c 5 /var/lib/signing-station/signed/contract-signed.pdf)" = "%PDF-"
echo "# changed here" >> /etc/signing-station/environment
dpkg -i /root/new.deb > /root/log
serve
test "$($user station --version)" = "$(dpkg-query -W -f '${Version}' signing-station-server)"
grep -q "changed here" /etc/signing-station/environment
dpkg -r signing-station-server > /root/log
test ! -e /usr/bin/station; test ! -e /usr/lib/signing-station; test -e /etc/signing-station/environment
dpkg -P signing-station-server > /root/log
test ! -e /etc/signing-station/environment; test -e /etc/signing-station/vault-key; test -e /var/lib/signing-station/data
getent passwd signing-station > /dev/null
echo all good
