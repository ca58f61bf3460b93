package client_test

// files are the scripts that tests can set up with.
func files(name string) (string, bool) {
	text, ok := map[string]string{
		"setup.http":  "### Create\nPOST /Tables\n\n{\"TableName\": \"People\"}\n",
		"worker.http": "# @setup setup.http\n### Take\n# @name take\nGET /take/{{$client}}\n\n# ?? status == 200\n### Do\n# @client other\nPUT /do/{{take.response.body.value[0].N}}\n\n{}\n### Done\nDELETE /take\n",
		"fails.http":  "### One\nGET /fail/409\n### Two\nGET /never\n",
		"lacks.http":  "### One\n# @name a\nGET /A\n### Two\nGET /B/{{a.response.body.nothing}}\n### Three\nGET /never\n",
	}[name]
	return text, ok
}
