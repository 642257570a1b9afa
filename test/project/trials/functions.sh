# For trials under a booted systemd.

# Waits for the web service on a port.
answers() {
  for try in $(seq 300); do
    curl -sf "http://127.0.0.1:$1/ready" > /root/ready && return 0
    sleep 0.2
  done
  echo "no answer on port $1"
  journalctl --no-pager -u 'signing-station*'
  return 1
}

# The id of the process of a unit; 0 for none.
process() { systemctl show -P MainPID "$1"; }

# Waits until the unit has another process.
restarted() {
  for try in $(seq 300); do
    now=$(process "$1")
    [ "$now" != 0 ] && [ "$now" != "$2" ] && return 0
    sleep 0.2
  done
  echo "$1 was not restarted"
  return 1
}

# A token for the provider's password on a port; nothing if it is refused.
token() {
  curl -s "http://127.0.0.1:$1/api/token" -d grant_type=password -d username=provider --data-urlencode "password=$2" |
    sed -n 's/.*"access_token":"\([^"]*\).*/\1/p'
}

# The status of a push on a port with a token.
push() {
  curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$1/api/Integration/Documents" \
    -H "Authorization: Bearer $2" -H 'Content-Type: application/json' -d '{"Uid":"U-1","TransactionId":"TX-1"}'
}

# Looks for texts in the journal of a unit, which has none of them.
silent() {
  journalctl --no-pager -u "$1" > /root/journal
  shift
  for secret; do
    if grep -qF -- "$secret" /root/journal; then
      echo 'the journal has a secret'
      return 1
    fi
  done
}
