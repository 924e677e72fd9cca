{{/*
The form of values, by their path or their last name. The schema has only types, because it would refuse a value with a
regular expression instead of a sentence.
*/}}
{{- define "vault.formats" -}}
{{- $url := "^https?://[^\\s/?#]+" -}}
{{- $broker := "([^\\s:/,]+|\\[[0-9A-Fa-f:.]+\\]):[0-9]{1,5}" -}}
{{- $object := dict "is" "the name of an object of Kubernetes, such as vault" "as" "^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$" -}}
{{- $key := dict "is" "a key of a Secret, such as rpc-secret" "as" "^[A-Za-z0-9._-]+$" -}}
{{- $quantity := dict "is" "a quantity of Kubernetes, such as 1.5Gi or 500m" "as" "^[0-9]+(\\.[0-9]+)?(m|Ki|Mi|Gi|Ti|k|M|G|T)?$" -}}
{{- $prefix := dict "is" "the first part of the names of Secrets, such as vault-rpc" "as" "^[a-z0-9][a-z0-9.-]{0,238}$" -}}
{{- $formats := dict
  "publicUrl" (dict "is" "an address with http:// or https:// and without a path, such as https://vault.example.com" "as" (print $url "/?$"))
  "mediaUrl" (dict "is" "an address such as https://media.example.com/media" "as" (print $url "[^\\s?#]*$"))
  "baseUrl" (dict "is" "an address such as http://ollama.models:11434/v1" "as" (print $url "[^\\s?#]*$"))
  "endpoint" (dict "is" "an address such as http://otel-collector.observability:4318" "as" (print $url "[^\\s?#]*$"))
  "prometheusUrl" (dict "is" "an address such as http://prometheus.monitoring:9090" "as" (print $url "[^\\s?#]*$"))
  "publicEndpoint" (dict "is" "an address such as https://s3.example.com" "as" (print $url "[^\\s?#]*$"))
  "proxy.url" (dict "is" "an address such as http://proxy.example.com:3128" "as" (print $url "/?$"))
  "media.bucket.origin" (dict "is" "an origin without a path, such as https://webinars.s3.example.com" "as" "^https?://[^/,\\s]+$")
  "media.bucket.name" (dict "is" "the name of a bucket, such as webinars" "as" "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$")
  "media.bucket.prefix" (dict "is" "names that each end with /, such as blue/" "as" "^([A-Za-z0-9_-][A-Za-z0-9_.-]*/)+$")
  "tokenUrl" (dict "is" "an address such as https://id.example.com/token" "as" (print $url "\\S*$"))
  "runbookUrl" (dict "is" "an address such as https://git.example.com/vault/RUNBOOK.md" "as" (print $url "[^\\s?#]*$"))
  "uploadOrigins" (dict "is" "an origin without a path, such as https://studio.example.com" "as" "^https?://[^/,\\s]+$")
  "tenant" (dict "is" "up to 31 small letters, digits and hyphens, such as blue" "as" "^[a-z0-9][a-z0-9-]{0,30}$")
  "fullnameOverride" (dict "is" "up to 40 small letters, digits and hyphens that begin with a letter" "as" "^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$")
  "brokers" (dict "is" "host:port, several separated by commas, such as kafka.data:9092 or [fd00::1]:9092" "as" (printf "^%s(,%s)*$" $broker $broker))
  "mongodb.url" (dict "is" "an address such as mongodb://mongo.data:27017/?replicaSet=rs0" "as" "^mongodb(\\+srv)?://\\S+$")
  "subject" (dict "is" "the subject of a certificate, such as CN=auth,O=vault" "as" "=")
  "staff.email" (dict "is" "an e-mail address" "as" "^[^\\s@]+@[^\\s@]+$")
  "requestTimeout" (dict "is" "a duration of the Gateway API, such as 1h or 90m" "as" "^([0-9]{1,5}(h|m|s|ms)){1,4}$")
  "interval" (dict "is" "a number of seconds or minutes, such as 30s" "as" "^[0-9]+(s|m)$")
  "tag" (dict "is" "a tag, such as 0.1.0; a digest belongs in services.NAME.image.digest" "as" "^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$")
  "digest" (dict "is" "a digest: sha256: and 64 hexadecimal digits" "as" "^sha256:[0-9a-f]{64}$")
  "cpu" $quantity "memory" $quantity "ephemeral-storage" $quantity "size" $quantity
  "secretPrefix" $prefix -}}
{{- range list "existingSecret" "secret" "caSecret" "tlsSecret" "mediaTlsSecret" "pullSecrets"
  "className" "storageClass" "existingClaim" "fromClaim" "priorityClassName" -}}
  {{- $_ := set $formats . $object -}}
{{- end -}}
{{- range list "key" "urlKey" "adminUrlKey" "caKey" "certKey" "keyKey" "tokenIdKey" "tokenSecretKey" "webhookSecretKey"
  "signingKeyKey" "privateKeyKey" "accessKeyIdKey" "secretAccessKeyKey" -}}
  {{- $_ := set $formats . $key -}}
{{- end -}}
{{- toYaml $formats -}}
{{- end -}}

{{/* A line for each value that does not have its form: (list formats path values). */}}
{{- define "vault.formatProblems" -}}
{{- $formats := index . 0 -}}{{- $path := index . 1 -}}
{{- range $name, $value := omit (index . 2) "global" "env" "labels" "annotations" "podLabels" "podAnnotations"
  "commonLabels" "commonAnnotations" "nodeSelector" "affinity" "podSecurityContext" "securityContext" }}
{{- $at := printf "%s%s" $path $name }}
{{- if kindIs "map" $value }}
{{- include "vault.formatProblems" (list $formats (printf "%s." $at) $value) }}
{{- else }}
{{- $format := get $formats $at | default (get $formats $name) }}
{{- range kindIs "slice" $value | ternary $value (list $value) }}
{{- if and $format (kindIs "string" .) . (not (regexMatch $format.as .)) }}
  {{ $at }} must be {{ $format.is }}; {{ quote . }} is not.
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}
