tables=http://127.0.0.1:10002/devstoreaccount1 # or the address of your tables
sas= # '?sv=…', a shared access signature; none for serve -auth trust

header() { printf '%s' "$1" | tr -d '\r' | grep -i "^$2:" | head -n 1 | cut -d ' ' -f 2-; }

member() { printf '%s' "$1" | tail -n 1 | grep -o "\"$2\":[^,}]*" | cut -d : -f 2- | tr -d '"'; }

# */ evil // # --   \" \' \\
class=$(curl --silent --show-error --include --get \
  --url "$tables/await(PartitionKey='%22);%20evil();%20(%22',RowKey='a''b%20'%20;%20touch%20evil%20;%20'')$sas" \
  --data-urlencode '$select="); evil(); (",$(touch evil)`touch evil`‮' \
  --header 'Accept: application/json')
echo "$class"

# A name that another one has in camel case
await_it=$(curl --silent --show-error --include --url "$tables/awaitIt(PartitionKey='\$(touch%20evil)%60touch%20evil%60‮',RowKey='é🦀')$sas" \
  --header 'Accept: application/json')
echo "$await_it"

# Every type with a value that it does not have
# @evil has no counterpart here.
# @retry has no counterpart here.
# EntityAlreadyExists is expected
written=$(curl --silent --show-error --include --request POST \
  --url "$tables/await$sas" \
  --header 'x-evil: "); evil();' \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{
  "PartitionKey": "'"$(member "$class" v)"' and '"$(member "$await_it" w)"'", "RowKey": "'"$(header "$class" Location)"'",
  "*/ evil": "%22)%3B%20evil()%3B%20(%22", "constructor": "\ud800 \ud83e\udd80", "a-b": null, "ünicode": "\u0000\u001b",
  "Int32": "); evil()", "Int32@odata.type": "Edm.Int32",
  "Zeros": "-007", "Zeros@odata.type": "Edm.Int32",
  "Int64": "); evil()", "Int64@odata.type": "Edm.Int64",
  "Padded": "-0007", "Padded@odata.type": "Edm.Int64",
  "Long": "123456789012345678901", "Long@odata.type": "Edm.Int64",
  "Double": "); evil()", "Double@odata.type": "Edm.Double",
  "Infinite": "-Infinity", "Infinite@odata.type": "Edm.Double",
  "Exponent": "1E5", "Exponent@odata.type": "Edm.Double", "Half": 0.5, "Zero": 2.50, "Large": 4294967296,
  "Boolean": "); evil()", "Boolean@odata.type": "Edm.Boolean", "No": false,
  "DateTime": "); evil()", "DateTime@odata.type": "Edm.DateTime",
  "Offset": "2026-11-23T10:00:00+01:00", "Offset@odata.type": "Edm.DateTime",
  "Milli": "2026-11-23T10:00:00.123Z", "Milli@odata.type": "Edm.DateTime",
  "NoZone": "2026-11-23T10:00:00", "NoZone@odata.type": "Edm.DateTime",
  "NoTime": "2026-11-23", "NoTime@odata.type": "Edm.DateTime",
  "Guid": "'"$(member "$class" id)"'", "Guid@odata.type": "Edm.Guid",
  "Binary": "); evil()", "Binary@odata.type": "Edm.Binary",
  "Other": "x", "Other@odata.type": "Edm.Evil"
}')
echo "$written"

# A version that an answer had, and one that is written down
# 412 is expected
curl --silent --show-error --request PUT \
  --url "$tables/await(PartitionKey='a',RowKey='b')$sas" \
  --header 'If-Match: '"$(header "$written" etag)" \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{ "Was": "'"$(member "$written" Was)"'", "Is": "'"$(member "$nobody" Is)"'" }'; echo

curl --silent --show-error --request MERGE \
  --url "$tables/await(PartitionKey='a',RowKey='b')$sas" \
  --header 'If-Match: "); evil(); ("' \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{}'; echo

# Tables
curl --silent --show-error --url "$tables/Tables$sas" \
  --header 'Accept: application/json'; echo

# InvalidInput is expected
curl --silent --show-error --get \
  --url "$tables/Tables$sas" \
  --data-urlencode '$filter="); evil(); ("' \
  --header 'Accept: application/json'; echo

# TableAlreadyExists is expected
curl --silent --show-error --request POST \
  --url "$tables/Tables$sas" \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{ "TableName": ""); evil(); ("" }'; echo

# Every action, with versions
# ConditionNotMet is expected
printf '%s\r\n' \
  '--batch' \
  'Content-Type: multipart/mixed; boundary=changeset' \
  '' \
  '--changeset' \
  'Content-Type: application/http' \
  'Content-Transfer-Encoding: binary' \
  '' \
  'POST '"$tables/service"' HTTP/1.1' \
  'Content-Type: application/json' \
  'Accept: application/json' \
  '' \
  "{ \"PartitionKey\": \"a\", \"RowKey\": \"' ; touch evil ; '\" }" \
  '--changeset' \
  'Content-Type: application/http' \
  'Content-Transfer-Encoding: binary' \
  '' \
  'PUT '"$tables/service(PartitionKey='a',RowKey='1')"' HTTP/1.1' \
  'If-Match: '"$(header "$class" ETag)" \
  'Content-Type: application/json' \
  'Accept: application/json' \
  '' \
  '{ "N": 1 }' \
  '--changeset' \
  'Content-Type: application/http' \
  'Content-Transfer-Encoding: binary' \
  '' \
  'PATCH '"$tables/service(PartitionKey='a',RowKey='2')"' HTTP/1.1' \
  'If-Match: *' \
  'Content-Type: application/json' \
  'Accept: application/json' \
  '' \
  '{ "N": 1.5 }' \
  '--changeset' \
  'Content-Type: application/http' \
  'Content-Transfer-Encoding: binary' \
  '' \
  'PATCH '"$tables/service(PartitionKey='a',RowKey='3')"' HTTP/1.1' \
  'Content-Type: application/json' \
  'Accept: application/json' \
  '' \
  '{}' \
  '--changeset' \
  'Content-Type: application/http' \
  'Content-Transfer-Encoding: binary' \
  '' \
  'DELETE '"$tables/service(PartitionKey='a',RowKey='4')"' HTTP/1.1' \
  'If-Match: "); evil(); ("' \
  'Accept: application/json' \
  '' \
  '' \
  '--changeset--' \
  '--batch--' |
  curl --silent --show-error --url "$tables/\$batch$sas" \
  --header 'Content-Type: multipart/mixed; boundary=batch' --data-binary @-; echo

# No library has a transaction that reads
printf '%s\r\n' \
  '--batch' \
  'Content-Type: multipart/mixed; boundary=changeset' \
  '' \
  '--changeset' \
  'Content-Type: application/http' \
  'Content-Transfer-Encoding: binary' \
  '' \
  'GET '"$tables/service(PartitionKey='a',RowKey='4')"' HTTP/1.1' \
  'Accept: application/json' \
  '' \
  '' \
  '--changeset--' \
  '--batch--' |
  curl --silent --show-error --url "$tables/\$batch$sas" \
  --header 'Content-Type: multipart/mixed; boundary=batch' --data-binary @-; echo

# One row is deleted, if it is this version
# 404 is expected
curl --silent --show-error --request DELETE \
  --url "$tables/await(PartitionKey='a',RowKey='b')$sas" \
  --header 'If-Match: '"$(header "$await_it" ETag)" \
  --header 'Accept: application/json'; echo

# Pages
page5=$(curl --silent --show-error --include --get \
  --url "$tables/await()$sas" \
  --data-urlencode '$top=5' \
  --data-urlencode "\$filter=a eq '' ; touch evil ; '' and b eq '""$(member "$class" b)""'" \
  --data-urlencode '$select=a,b' \
  --header 'Accept: application/json')
echo "$page5"

# The next one, and all that follow
it_2nd=$(curl --silent --show-error --include --get \
  --url "$tables/await()$sas" \
  --data-urlencode 'NextPartitionKey='"$(header "$page5" x-ms-continuation-NextPartitionKey)" \
  --header 'Accept: application/json')
echo "$it_2nd"

next=()
while
  page=$(curl --silent --show-error --include --get \
  --url "$tables/await()$sas" \
  --data-urlencode '$top=5' \
  --data-urlencode '$filter=$(touch evil)`touch evil`‮' \
  --data-urlencode 'NextPartitionKey='"$(header "$it_2nd" x-ms-continuation-NextPartitionKey)" \
  --header 'Accept: application/json' \
  ${next[@]+"${next[@]}"})
  echo "$page"
  next=()
  while IFS=': ' read -r key value; do
    case $key in [xX]-[mM][sS]-[cC]ontinuation-*) next+=(--data-urlencode "${key#*ontinuation-}=$value") ;; esac
  done < <(printf '%s' "$page" | tr -d '\r')
  [ ${#next[@]} -gt 0 ]
do :; done

# A page without a name
curl --silent --show-error --get \
  --url "$tables/page()$sas" \
  --data-urlencode '$top=7' \
  --header 'Accept: application/json'; echo

# All, in pages of a size
# 400 is expected
next=()
while
  page=$(curl --silent --show-error --include --get \
  --url "$tables/page()$sas" \
  --data-urlencode '$top=7' \
  --data-urlencode '$select=a' \
  --header 'Accept: application/json' \
  ${next[@]+"${next[@]}"})
  echo "$page"
  next=()
  while IFS=': ' read -r key value; do
    case $key in [xX]-[mM][sS]-[cC]ontinuation-*) next+=(--data-urlencode "${key#*ontinuation-}=$value") ;; esac
  done < <(printf '%s' "$page" | tr -d '\r')
  [ ${#next[@]} -gt 0 ]
do :; done

# Nothing of a library
curl --silent --show-error --request OPTIONS \
  --url 'http://evil.example/x?"); evil(); ("' \
  --header 'x-evil: $(touch evil)`touch evil`' \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '*/ evil() //'; echo

# A read that is refused
# ResourceNotFound is expected
curl --silent --show-error --get \
  --url "$tables/page(PartitionKey='a',RowKey='b')$sas" \
  --data-urlencode '$select=a' \
  --header 'Accept: application/json'; echo

# 404 is expected
curl --silent --show-error --request DELETE \
  --url "$tables/Tables('page')$sas" \
  --header 'Accept: application/json'; echo
