tables=http://127.0.0.1:10002/devstoreaccount1 # or the address of your tables
sas= # '?sv=…', a shared access signature; none for serve -auth trust

header() { printf '%s' "$1" | tr -d '\r' | grep -i "^$2:" | head -n 1 | cut -d ' ' -f 2-; }

member() { printf '%s' "$1" | tail -n 1 | grep -o "\"$2\":[^,}]*" | cut -d : -f 2- | tr -d '"'; }

# Create the table
curl --silent --show-error --request POST \
  --url "$tables/Tables$sas" \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{ "TableName": "Orders" }'; echo

# Which tables there are
curl --silent --show-error --get \
  --url "$tables/Tables$sas" \
  --data-urlencode "\$filter=TableName ge 'O'" \
  --header 'Accept: application/json'; echo

# Every type
curl --silent --show-error --request POST \
  --url "$tables/Orders$sas" \
  --header 'Content-Type: application/json' \
  --header 'x-ms-client-request-id: 42' \
  --header 'Accept: application/json' \
  --data-raw "{
  \"PartitionKey\": \"O'Neil\",
  \"RowKey\": \"0001 who@contoso.com\",
  \"Text\": \"a \\\"quoted\\\" text\\nof two lines, 🦀\",
  \"Count\": 3, \"Price\": 49.5, \"Whole\": 2.0, \"Small\": 1e-7,
  \"Big\": \"9007199254740993\", \"Big@odata.type\": \"Edm.Int64\",
  \"At\": \"2026-11-23T10:00:00.1234567Z\", \"At@odata.type\": \"Edm.DateTime\",
  \"Day\": \"2026-11-23T00:00:00Z\", \"Day@odata.type\": \"Edm.DateTime\",
  \"Id\": \"c9da6455-213d-42c9-9a79-3e9149a57833\", \"Id@odata.type\": \"Edm.Guid\",
  \"Bytes\": \"AQID\", \"Bytes@odata.type\": \"Edm.Binary\",
  \"Paid\": true, \"for\": \"a keyword\", \"__proto__\": \"no\"
}"; echo

# Both keys, some properties
read=$(curl --silent --show-error --include --get \
  --url "$tables/Orders(PartitionKey='O''Neil',RowKey='0001%20who@contoso.com')$sas" \
  --data-urlencode '$select=Price,Count' \
  --header 'Accept: application/json')
echo "$read"

# Merge with the version that was read
merged=$(curl --silent --show-error --include --request PATCH \
  --url "$tables/Orders(PartitionKey='O''Neil',RowKey='0001%20who@contoso.com')$sas" \
  --header 'If-Match: '"$(header "$read" ETag)" \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{ "Price": 50.25 }')
echo "$merged"

# Replace with the version that was written
curl --silent --show-error --request PUT \
  --url "$tables/Orders(PartitionKey='O''Neil',RowKey='0001%20who@contoso.com')$sas" \
  --header 'If-Match: '"$(header "$merged" ETag)" \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{ "Was": "'"$(member "$read" Price)"' and more" }'; echo

# Merge, whatever its version
curl --silent --show-error --request MERGE \
  --url "$tables/Orders(PartitionKey='O''Neil',RowKey='0001%20who@contoso.com')$sas" \
  --header 'If-Match: *' \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{ "Price": 1 }'; echo

# Insert or replace
curl --silent --show-error --request PUT \
  --url "$tables/Orders(PartitionKey='Both',RowKey='0002')$sas" \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{ "Price": null }'; echo

# A version that is long gone
# 412 is expected
curl --silent --show-error --request PATCH \
  --url "$tables/Orders(PartitionKey='Both',RowKey='0002')$sas" \
  --header "If-Match: W/\"datetime'2020-01-01T00%3A00%3A00Z'\"" \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{ "Price": 2 }'; echo

# All or nothing
printf '%s\r\n' \
  '--batch' \
  'Content-Type: multipart/mixed; boundary=changeset' \
  '' \
  '--changeset' \
  'Content-Type: application/http' \
  'Content-Transfer-Encoding: binary' \
  '' \
  'POST '"$tables/Orders"' HTTP/1.1' \
  'Content-Type: application/json' \
  'Accept: application/json' \
  '' \
  '{ "PartitionKey": "Both", "RowKey": "0003" }' \
  '--changeset' \
  'Content-Type: application/http' \
  'Content-Transfer-Encoding: binary' \
  '' \
  'DELETE '"$tables/Orders(PartitionKey='Both',RowKey='0002')"' HTTP/1.1' \
  'If-Match: *' \
  'Accept: application/json' \
  '' \
  '' \
  '--changeset' \
  'Content-Type: application/http' \
  'Content-Transfer-Encoding: binary' \
  '' \
  'PUT '"$tables/Orders(PartitionKey='Both',RowKey='0004')"' HTTP/1.1' \
  'Content-Type: application/json' \
  'Accept: application/json' \
  '' \
  '{ "N": 4 }' \
  '--changeset--' \
  '--batch--' |
  curl --silent --show-error --url "$tables/\$batch$sas" \
  --header 'Content-Type: multipart/mixed; boundary=batch' --data-binary @-; echo

# Three rounds 1
curl --silent --show-error --request POST \
  --url "$tables/Orders$sas" \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{ "PartitionKey": "Loop", "RowKey": "0000", "N": 1 }'; echo

# Three rounds 2
curl --silent --show-error --request POST \
  --url "$tables/Orders$sas" \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{ "PartitionKey": "Loop", "RowKey": "0001", "N": 2 }'; echo

# All of one partition
curl --silent --show-error --get \
  --url "$tables/Orders()$sas" \
  --data-urlencode "\$filter=PartitionKey eq 'O''Neil'" \
  --data-urlencode '$select=Price' \
  --header 'Accept: application/json'; echo

# Ten at a time
next=()
while
  page=$(curl --silent --show-error --include --get \
  --url "$tables/Orders()$sas" \
  --data-urlencode '$top=10' \
  --header 'Accept: application/json' \
  ${next[@]+"${next[@]}"})
  echo "$page"
  next=()
  while IFS=': ' read -r key value; do
    case $key in [xX]-[mM][sS]-[cC]ontinuation-*) next+=(--data-urlencode "${key#*ontinuation-}=$value") ;; esac
  done < <(printf '%s' "$page" | tr -d '\r')
  [ ${#next[@]} -gt 0 ]
do :; done

# The first page
first=$(curl --silent --show-error --include --get \
  --url "$tables/Orders()$sas" \
  --data-urlencode '$top=1' \
  --header 'Accept: application/json')
echo "$first"

# And the next
curl --silent --show-error --get \
  --url "$tables/Orders()$sas" \
  --data-urlencode '$top=1' \
  --data-urlencode 'NextPartitionKey='"$(header "$first" x-ms-continuation-NextPartitionKey)" \
  --data-urlencode 'NextRowKey='"$(header "$first" x-ms-continuation-NextRowKey)" \
  --header 'Accept: application/json'; echo

# No library has a method for it
# @retry has no counterpart here.
curl --silent --show-error --get \
  --url "$tables/Orders$sas" \
  --data-urlencode 'comp=acl' \
  --header 'Accept: application/json'; echo

# What only a run knows
# Only a run knows {{\$hash a 4}}: fill it in.
# ResourceNotFound is expected
curl --silent --show-error --globoff \
  --url "$tables""/Orders(PartitionKey='{{\$hash%20a%204}}',RowKey='1')""$sas" \
  --header 'Accept: application/json'; echo

# Delete the row
curl --silent --show-error --request DELETE \
  --url "$tables/Orders(PartitionKey='Both',RowKey='0003')$sas" \
  --header 'If-Match: *' \
  --header 'Accept: application/json'; echo

# Another table
curl --silent --show-error --request POST \
  --url "$tables/Tables$sas" \
  --header 'Content-Type: application/json' \
  --header 'Accept: application/json' \
  --data-raw '{ "TableName": "Gone" }'; echo

# Delete the table
curl --silent --show-error --request DELETE \
  --url "$tables/Tables('Gone')$sas" \
  --header 'Accept: application/json'; echo
