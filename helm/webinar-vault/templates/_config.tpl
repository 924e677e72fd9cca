{{/* Plain variables of a service: a YAML object of variables. (list root name service) */}}
{{- define "vault.variables" -}}
{{- $root := index . 0 -}}{{- $name := index . 1 -}}{{- $service := index . 2 -}}{{- $needs := $service.needs -}}
{{- $values := $root.Values -}}{{- $full := include "vault.fullname" $root -}}
{{- $any := ternary "[::]" "0.0.0.0" $values.ipv6 -}}
{{- $isOfEngine := eq $values.videoHost.kind "engine" -}}
{{- $hasMongo := has "mongodb" $needs -}}{{- $account := get $values.mongodb.accounts $service.program | default dict -}}
{{- $model := $values.languageModel -}}{{- $hasModel := and (has "languageModel" $needs) $model.enabled -}}
{{- $media := $values.media -}}{{- $hasMedia := has "media" $needs -}}
{{- $speech := $values.speechServer -}}{{- $hasSpeech := and $hasMedia $speech.enabled -}}
{{- /* What has no value, is no variable. */ -}}
{{- $rows := list
  (list true "LOG_LEVEL" $values.logLevel)
  (list true "HOST" (trimAll "[]" $any))
  (list true "STOP_DELAY_SECONDS" $service.stopDelaySeconds)
  (list true "NODE_OPTIONS" (include "vault.heap" (list $service.resources $service.heapPercent)))
  (list $values.metrics.enabled "METRICS_PORT" $values.metrics.port)
  (list true "OTEL_EXPORTER_OTLP_ENDPOINT" $values.telemetry.endpoint)
  (list $values.telemetry.endpoint "OTEL_TRACES_SAMPLER_ARG" $values.telemetry.samplingRatio)
  (list $service.answersCalls "RPC_ADDRESS" (print $any ":50051"))
  (list (has "kafka" $needs) "KAFKA_BROKERS" $values.kafka.brokers)
  (list (or $hasMongo (has "kafka" $needs)) "NAMESPACE" $values.tenant)
  (list (and $hasMongo (not $account.urlKey)) "MONGO_URL" $values.mongodb.url)
  (list (and $hasMongo (not $account.urlKey) (not $values.mongodb.tls.client.enabled)) "MONGO_USERNAME" ($account.username | default $service.program))
  (list (has "playback" $needs) "PLAYBACK" $values.videoHost.playback)
  (list (has "publicUrl" $needs) "PUBLIC_URL" $values.publicUrl)
  (list (and (has "mediaAddress" $needs) $isOfEngine) "VIDEO_ENGINE_URL" (printf "http://%s-video-engine:5000/media" $full))
  (list (or (and (has "mediaAddress" $needs) $isOfEngine) (has "webhooks" $needs)) "VIDEO_ENGINE_PUBLIC_URL" (include "vault.mediaUrl" $root))
  (list (has "webhooks" $needs) "WEBHOOK_URL" (printf "http://%s-gateway:5000/api/webhooks/mux" $full))
  (list $hasModel "OPENAI_BASE_URL" $model.baseUrl)
  (list $hasModel "OPENAI_MODEL" $model.model)
  (list $hasModel "OPENAI_TIMEOUT_MS" $model.timeoutMs)
  (list $hasModel "MODEL_CALLS_PER_DAY" $model.callsPerDay)
  (list (and $speech.enabled (or $hasMedia (has "videoHost" $needs))) "SPEECH_BASE_URL" ($speech.baseUrl | default "https://api.openai.com/v1"))
  (list $hasSpeech "SPEECH_MODEL" $speech.model)
  (list $hasSpeech "SPEECH_TIMEOUT_MS" $speech.timeoutMs)
  (list $hasSpeech "SPEECH_DAILY_MINUTES" $speech.dailyMinutes)
  (list (and (has "mail" $needs) $values.mail.enabled) "MAIL_FROM" $values.mail.from)
  (list (has "staff" $needs) "ADMIN_EMAIL" $values.staff.email)
  (list (has "staff" $needs) "ADMIN_OIDC_ISSUER" $values.staff.oidc.issuer)
  (list (and (has "staff" $needs) $values.staff.oidc.issuer) "ADMIN_OIDC_CLIENT_ID" $values.staff.oidc.clientId)
  (list (has "operator" $needs) "OPERATOR_NAME" $values.operator.name)
  (list (has "operator" $needs) "OPERATOR_ADDRESS" $values.operator.address)
  (list (has "operator" $needs) "CONTACT_EMAIL" $values.operator.email)
  (list (has "mediaOrigin" $needs) "MEDIA_ORIGIN" $media.bucket.origin)
  (list (has "proxies" $needs) "TRUST_PROXY" $values.trustProxies)
  (list (has "proxies" $needs) "SIGN_IN_RATE" $values.signInRate)
  (list (has "registration" $needs) "REGISTRATION_RATE" $values.registrationRate)
  (list (has "registration" $needs) "CONFIRM_EXECUTIVE" $values.confirmExecutive)
  (list (has "searchMemory" $needs) "SEARCH_MEMORY_MIB" $values.searchMemoryMib)
  (list $hasMedia "MEDIA_RESERVE_MIB" $media.reserveMib)
  (list $hasMedia "UPLOAD_MIN_RATE" $media.uploadMinRate)
  (list $hasMedia "MEDIA_CORES" (include "vault.mediaCores" (list $root $service)))
  (list (and $hasMedia (not $media.speakers)) "SPEECH_SPEAKERS" "off")
  (list $hasMedia "UPLOAD_ORIGINS" (join "," $media.uploadOrigins))
  (list (and $hasMedia $media.bucket.name) "MEDIA_CACHE_MIB" $media.bucket.cacheMib)
  (list (and $hasMedia $media.bucket.name) "MEDIA_DELIVERY" $media.bucket.delivery)
  (list (and $hasMedia $media.bucket.name) "MEDIA_PUBLIC_ENDPOINT" $media.bucket.publicEndpoint)
  (list true "ENGINE_ROLES" $service.engineRoles)
-}}
{{- $env := dict -}}
{{- range $rows -}}
  {{- $value := include "vault.quantity" (index . 2) -}}
  {{- if and (index . 0) $value -}}{{- $_ := set $env (index . 1) $value -}}{{- end -}}
{{- end -}}
{{- range include "vault.secrets" . | fromYamlArray -}}
  {{- $_ := set $env (printf "%s_FILE" .variable) (printf "/run/secrets/vault/%s" .path) -}}
{{- end -}}
{{- range $service.calls -}}{{- $_ := set $env (printf "%s_RPC" (upper .)) (printf "dns:///%s-%s:50051" $full .) -}}{{- end -}}
{{- if has "kafka" $needs -}}{{- $env = merge $env (include "vault.kafkaVariables" (list $root $name) | fromYaml) -}}{{- end -}}
{{- if $hasMedia -}}{{- $env = merge $env (include "vault.bucketVariables" $root | fromYaml) -}}{{- end -}}
{{- toYaml (merge $env (include "vault.proxyVariables" (list $root $service) | fromYaml)) -}}
{{- end -}}

{{/* Secrets of a service: a YAML list of { variable, secret, key, path, value }; `value` names the Secret: (list root name service). */}}
{{- define "vault.secrets" -}}
{{- $root := index . 0 -}}{{- $name := index . 1 -}}{{- $service := index . 2 -}}{{- $needs := $service.needs -}}
{{- $values := $root.Values -}}{{- $secrets := list -}}
{{- if has "kafka" $needs -}}{{- $secrets = include "vault.kafkaSecrets" (list $root $name) | fromYamlArray -}}{{- end -}}
{{- if has "mongodb" $needs -}}{{- $secrets = concat $secrets (include "vault.mongoSecrets" (list $root $service.program) | fromYamlArray) -}}{{- end -}}
{{- if has "media" $needs -}}{{- $secrets = concat $secrets (include "vault.bucketSecrets" $root | fromYamlArray) -}}{{- end -}}
{{- $isCalled := or $service.answersCalls $service.calls -}}
{{- $tls := $values.rpc.tls -}}
{{- if and $isCalled $tls.enabled -}}
  {{- $secret := printf "%s-%s" $tls.secretPrefix $name -}}
  {{- $secrets = concat $secrets (list
    (dict "variable" "RPC_TLS_CERT" "secret" $secret "key" "tls.crt" "path" "rpc-tls.crt")
    (dict "variable" "RPC_TLS_KEY" "secret" $secret "key" "tls.key" "path" "rpc-tls.key")
    (dict "variable" "RPC_TLS_CA" "secret" ($tls.caSecret | default $secret) "key" "ca.crt" "path" "rpc-ca.crt")) -}}
{{- end -}}
{{- /* One process makes its own key of playback, as its other credentials of the video host. */ -}}
{{- $isSigned := and (has "playback" $needs) (ne $name "all-in-one") (ne $values.videoHost.playback "public") -}}
{{- $rows := list
  (list (has "videoHost" $needs) "MUX_TOKEN_ID" "videoHost" "mux-token-id")
  (list (has "videoHost" $needs) "MUX_TOKEN_SECRET" "videoHost" "mux-token-secret")
  (list (has "videoHost" $needs) "MUX_WEBHOOK_SECRET" "videoHost" "mux-webhook-secret")
  (list $isSigned "MUX_SIGNING_KEY" "videoHost" "mux-signing-key")
  (list $isSigned "MUX_PRIVATE_KEY" "videoHost" "mux-private-key")
  (list (and $isCalled (not $tls.enabled)) "RPC_SECRET" "rpc" "rpc-secret")
  (list (has "sessions" $needs) "JWT_KEYS" "sessions" "jwt-keys")
  (list (and (has "languageModel" $needs) $values.languageModel.enabled) "OPENAI_API_KEY" "languageModel" "openai-api-key")
  (list (and (has "media" $needs) $values.speechServer.enabled $values.speechServer.hasKey) "SPEECH_API_KEY" "speechServer" "speech-api-key")
  (list (and (has "mail" $needs) $values.mail.enabled) "SMTP_URL" "mail" "smtp-url")
  (list (and (has "staff" $needs) $values.staff.email) "ADMIN_PASSWORD" "staff" "admin-password")
  (list (and (has "staff" $needs) $values.staff.oidc.issuer) "ADMIN_OIDC_CLIENT_SECRET" "staff" "admin-oidc-client-secret")
  (list (and $values.telemetry.endpoint $values.telemetry.existingSecret) "OTEL_EXPORTER_OTLP_HEADERS" "telemetry" "otlp-headers")
-}}
{{- range $rows -}}
  {{- $part := index . 2 -}}{{- $key := index . 3 -}}
  {{- $secret := (get $values $part).existingSecret | default $values.existingSecret -}}
  {{- $row := list (index . 0) (index . 1) $secret $key $key (print $part ".existingSecret") -}}
  {{- $secrets = concat $secrets (include "vault.secretRows" (list $row) | fromYamlArray) -}}
{{- end -}}
{{- toYaml $secrets -}}
{{- end -}}

{{/* Whether a component reaches servers outside by HTTP, for which there is a proxy: (list root component). */}}
{{- define "vault.proxied" -}}
{{- $values := (index . 0).Values -}}{{- $needs := (index . 1).needs -}}{{- $bucket := $values.media.bucket -}}
{{- $isOfModel := and (has "languageModel" $needs) $values.languageModel.enabled -}}
{{- $isOfSpeech := and (has "media" $needs) $values.speechServer.enabled -}}
{{- $isOfBucket := and $bucket.name (or (has "media" $needs) (has "bucket" $needs)) -}}
{{- $isOfPlayback := and (has "mediaAddress" $needs) (or (eq $values.videoHost.kind "mux") $bucket.origin) -}}
{{- if and $values.proxy.url (or $isOfModel $isOfSpeech $isOfBucket $isOfPlayback) -}}true{{- end -}}
{{- end -}}

{{/* The variables of the proxy, which the services themselves and the values under `noProxy` do not use. */}}
{{- define "vault.proxyVariables" -}}
{{- if include "vault.proxied" . -}}
{{- $root := index . 0 -}}{{- $full := include "vault.fullname" $root -}}{{- $proxy := $root.Values.proxy -}}
{{- $inside := list "localhost" "127.0.0.1" "::1" ".svc" ".svc.cluster.local" (print $full "-gateway") (print $full "-video-engine") -}}
{{- with $root.Values.telemetry.endpoint -}}{{- $inside = append $inside (include "vault.hostOf" .) -}}{{- end -}}
{{- $no := join "," (concat $inside $proxy.noProxy) -}}
{{- toYaml (dict "NODE_USE_ENV_PROXY" "1" "HTTP_PROXY" $proxy.url "HTTPS_PROXY" $proxy.url "NO_PROXY" $no) -}}
{{- end -}}
{{- end -}}

{{/* The bucket for media, without secrets; nothing when media are on a volume. */}}
{{- define "vault.bucketVariables" -}}
{{- $env := dict -}}
{{- $bucket := .Values.media.bucket -}}
{{- if $bucket.name -}}
  {{- $env = dict "MEDIA_PATH_STYLE" (toString $bucket.pathStyle) -}}
  {{- range $value := list "name" "endpoint" "region" "prefix" "encryption" -}}
    {{- with get $bucket $value -}}{{- $_ := set $env (printf "MEDIA_%s" (upper $value | replace "NAME" "BUCKET")) . -}}{{- end -}}
  {{- end -}}
{{- end -}}
{{- toYaml $env -}}
{{- end -}}

{{/* The keys of the bucket, as in vault.secrets. */}}
{{- define "vault.bucketSecrets" -}}
{{- $secrets := list -}}
{{- $bucket := .Values.media.bucket -}}
{{- if and $bucket.name $bucket.hasKeys -}}
  {{- $of := dict "secret" ($bucket.existingSecret | default .Values.existingSecret) "value" "media.bucket.existingSecret" -}}
  {{- $secrets = list
    (merge (dict "variable" "MEDIA_ACCESS_KEY_ID" "key" $bucket.accessKeyIdKey "path" "media-access-key-id") $of)
    (merge (dict "variable" "MEDIA_SECRET_ACCESS_KEY" "key" $bucket.secretAccessKeyKey "path" "media-secret-access-key") $of) -}}
{{- end -}}
{{- toYaml $secrets -}}
{{- end -}}

{{/* The secrets of one service, or of `migrate`, for MongoDB: (list root name). A certificate is the account. */}}
{{- define "vault.mongoSecrets" -}}
{{- $values := (index . 0).Values -}}{{- $name := index . 1 -}}{{- $mongodb := $values.mongodb -}}{{- $tls := $mongodb.tls -}}
{{- $account := get $mongodb.accounts $name | default dict -}}
{{- $all := $mongodb.existingSecret | default $values.existingSecret -}}
{{- $secret := $account.secret | default $all -}}{{- $certificate := printf "%s%s" $tls.client.secretPrefix $name -}}
{{- $own := printf "mongodb.accounts.%s.secret" $name -}}{{- $password := $account.key | default (printf "%s-mongo-password" $name) -}}
{{- $rows := list
  (list $tls.enabled "MONGO_CA" $tls.caSecret "ca.crt" "mongo-ca.crt" "mongodb.tls.caSecret")
  (list $tls.client.enabled "MONGO_CERT" $certificate "tls.crt" "mongo.crt" "")
  (list $tls.client.enabled "MONGO_KEY" $certificate "tls.key" "mongo.key" "")
  (list $account.urlKey "MONGO_URL" $secret $account.urlKey "mongo-url" $own)
  (list (not (or $account.urlKey $mongodb.url)) "MONGO_URL" $all "mongo-url" "mongo-url" "mongodb.existingSecret")
  (list (not (or $account.urlKey $tls.client.enabled)) "MONGO_PASSWORD" $secret $password "mongo-password" $own)
-}}
{{- include "vault.secretRows" $rows -}}
{{- end -}}

{{/* The entries of rows that apply: (list applies variable secret key path value). */}}
{{- define "vault.secretRows" -}}
{{- $secrets := list -}}
{{- range . -}}
  {{- if index . 0 -}}
    {{- $entry := dict "variable" (index . 1) "secret" (index . 2) "key" (index . 3) "path" (index . 4) "value" (index . 5) -}}
    {{- $secrets = append $secrets $entry -}}
  {{- end -}}
{{- end -}}
{{- toYaml $secrets -}}
{{- end -}}

{{/* The access of one service to Kafka, without secrets: (list root name). */}}
{{- define "vault.kafkaVariables" -}}
{{- $kafka := (index . 0).Values.kafka -}}{{- $name := index . 1 -}}{{- $env := dict -}}
{{- if $kafka.tls.enabled -}}{{- $_ := set $env "KAFKA_TLS" "true" -}}{{- end -}}
{{- if $kafka.auth.enabled -}}
  {{- $_ := set $env "KAFKA_SASL" $kafka.auth.mechanism -}}
  {{- $username := (get $kafka.auth.accounts $name | default dict).username | default $name -}}
  {{- if ne $kafka.auth.mechanism "oauthbearer" -}}
    {{- $_ := set $env "KAFKA_USERNAME" $username -}}
  {{- else if $kafka.auth.oauth.tokenUrl -}}
    {{- $_ := set $env "KAFKA_OAUTH_TOKEN_URL" $kafka.auth.oauth.tokenUrl -}}
    {{- $_ := set $env "KAFKA_OAUTH_CLIENT_ID" $username -}}
    {{- with $kafka.auth.oauth.scope -}}{{- $_ := set $env "KAFKA_OAUTH_SCOPE" . -}}{{- end -}}
  {{- end -}}
{{- end -}}
{{- toYaml $env -}}
{{- end -}}

{{/* The secrets of one service for Kafka: (list root name). A token of Kubernetes has an audience instead of a Secret. */}}
{{- define "vault.kafkaSecrets" -}}
{{- $values := (index . 0).Values -}}{{- $name := index . 1 -}}{{- $tls := $values.kafka.tls -}}{{- $auth := $values.kafka.auth -}}
{{- $account := get $auth.accounts $name | default dict -}}
{{- $isToken := eq $auth.mechanism "oauthbearer" -}}{{- $isOfKubernetes := and $auth.enabled $isToken $auth.oauth.audience -}}
{{- $certificate := printf "%s%s" $tls.client.secretPrefix $name -}}
{{- $rows := list
  (list (and $tls.enabled $tls.caSecret) "KAFKA_CA" $tls.caSecret "ca.crt" "kafka-ca.crt" "")
  (list (and $tls.enabled $tls.client.enabled) "KAFKA_CERT" $certificate $tls.client.certKey "kafka.crt" "")
  (list (and $tls.enabled $tls.client.enabled) "KAFKA_KEY" $certificate $tls.client.keyKey "kafka.key" "")
  (list (and $auth.enabled (not $isOfKubernetes)) (ternary "KAFKA_OAUTH_CLIENT_SECRET" "KAFKA_PASSWORD" $isToken)
    ($account.secret | default $values.existingSecret) ($account.key | default (printf "%s-kafka-password" $name)) "kafka-password"
    (printf "kafka.auth.accounts.%s.secret" $name))
-}}
{{- $secrets := include "vault.secretRows" $rows | fromYamlArray -}}
{{- if $isOfKubernetes -}}
  {{- $secrets = append $secrets (dict "variable" "KAFKA_OAUTH_TOKEN" "audience" $auth.oauth.audience "path" "kafka-token") -}}
{{- end -}}
{{- toYaml $secrets -}}
{{- end -}}
