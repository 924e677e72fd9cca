{{/*
Plain variables of a service: a YAML object of variables. (list root name service)
Each of `needs` adds the variables of one part of the configuration.
*/}}
{{- define "vault.variables" -}}
{{- $root := index . 0 -}}{{- $name := index . 1 -}}{{- $service := index . 2 -}}
{{- $values := $root.Values -}}{{- $full := include "vault.fullname" $root -}}
{{- $env := dict "LOG_LEVEL" $values.logLevel "STOP_DELAY_SECONDS" ($service.stopDelaySeconds | int | toString) -}}
{{- $heap := include "vault.share" (list $service.resources $service.heapPercent) | int -}}
{{- $_ := set $env "NODE_OPTIONS" (printf "--max-old-space-size=%d" $heap) -}}
{{- if $values.metrics.enabled -}}{{- $_ := set $env "METRICS_PORT" ($values.metrics.port | int | toString) -}}{{- end -}}
{{- with $values.telemetry.endpoint -}}
  {{- $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" . -}}
  {{- $_ := set $env "OTEL_TRACES_SAMPLER_ARG" ($values.telemetry.samplingRatio | toString) -}}
{{- end -}}
{{- $secrets := include "vault.secrets" . | fromYamlArray -}}
{{- range $secrets -}}{{- $_ := set $env (printf "%s_FILE" .variable) (printf "/run/secrets/vault/%s" .path) -}}{{- end -}}
{{- $any := ternary "[::]" "0.0.0.0" $values.ipv6 -}}
{{- $_ := set $env "HOST" (trimAll "[]" $any) -}}
{{- if $service.answersCalls -}}{{- $_ := set $env "RPC_ADDRESS" (print $any ":50051") -}}{{- end -}}
{{- range $service.calls -}}
  {{- $_ := set $env (printf "%s_RPC" (upper .)) (printf "dns:///%s-%s:50051" $full .) -}}
{{- end -}}
{{- if has "kafka" $service.needs -}}
  {{- $_ := set $env "KAFKA_BROKERS" $values.kafka.brokers -}}
  {{- $env = merge $env (include "vault.kafkaVariables" (list $root $name) | fromYaml) -}}
{{- end -}}
{{- if or (has "kafka" $service.needs) (has "mongodb" $service.needs) -}}
  {{- with $values.tenant -}}{{- $_ := set $env "NAMESPACE" . -}}{{- end -}}
{{- end -}}
{{- if has "mongodb" $service.needs -}}
  {{- $account := get $values.mongodb.accounts $service.program | default dict -}}
  {{- if not $account.urlKey -}}
    {{- with $values.mongodb.url -}}{{- $_ := set $env "MONGO_URL" . -}}{{- end -}}
    {{- if not $values.mongodb.tls.client.enabled -}}{{- $_ := set $env "MONGO_USERNAME" ($account.username | default $service.program) -}}{{- end -}}
  {{- end -}}
{{- end -}}
{{- if has "playback" $service.needs -}}{{- with $values.videoHost.playback -}}{{- $_ := set $env "PLAYBACK" . -}}{{- end -}}{{- end -}}
{{- if has "publicUrl" $service.needs -}}{{- with $values.publicUrl -}}{{- $_ := set $env "PUBLIC_URL" . -}}{{- end -}}{{- end -}}
{{- if has "mediaAddress" $service.needs -}}
  {{- if eq $values.videoHost.kind "engine" -}}
    {{- $_ := set $env "VIDEO_ENGINE_URL" (printf "http://%s-video-engine:5000/media" $full) -}}
    {{- $_ := set $env "VIDEO_ENGINE_PUBLIC_URL" (include "vault.mediaUrl" $root) -}}
  {{- end -}}
{{- end -}}
{{- if has "webhooks" $service.needs -}}
  {{- $_ := set $env "WEBHOOK_URL" (printf "http://%s-gateway:5000/api/webhooks/mux" $full) -}}
  {{- $_ := set $env "VIDEO_ENGINE_PUBLIC_URL" (include "vault.mediaUrl" $root) -}}
{{- end -}}
{{- if and (has "languageModel" $service.needs) $values.languageModel.enabled -}}
  {{- with $values.languageModel.baseUrl -}}{{- $_ := set $env "OPENAI_BASE_URL" . -}}{{- end -}}
  {{- $_ := set $env "OPENAI_MODEL" $values.languageModel.model -}}
  {{- $_ := set $env "OPENAI_TIMEOUT_MS" ($values.languageModel.timeoutMs | int64 | toString) -}}
  {{- $_ := set $env "MODEL_CALLS_PER_DAY" ($values.languageModel.callsPerDay | int64 | toString) -}}
{{- end -}}
{{- if and (or (has "media" $service.needs) (has "videoHost" $service.needs)) $values.speechServer.enabled -}}
  {{- $_ := set $env "SPEECH_BASE_URL" ($values.speechServer.baseUrl | default "https://api.openai.com/v1") -}}
{{- end -}}
{{- if and (has "media" $service.needs) $values.speechServer.enabled -}}
  {{- $_ := set $env "SPEECH_MODEL" $values.speechServer.model -}}
  {{- $_ := set $env "SPEECH_TIMEOUT_MS" ($values.speechServer.timeoutMs | int64 | toString) -}}
  {{- $_ := set $env "SPEECH_DAILY_MINUTES" ($values.speechServer.dailyMinutes | int64 | toString) -}}
{{- end -}}
{{- if and (has "mail" $service.needs) $values.mail.enabled -}}{{- $_ := set $env "MAIL_FROM" $values.mail.from -}}{{- end -}}
{{- if and (has "staff" $service.needs) $values.staff.email -}}{{- $_ := set $env "ADMIN_EMAIL" $values.staff.email -}}{{- end -}}
{{- if has "operator" $service.needs -}}
  {{- with $values.operator.name -}}{{- $_ := set $env "OPERATOR_NAME" . -}}{{- end -}}
  {{- with $values.operator.address -}}{{- $_ := set $env "OPERATOR_ADDRESS" . -}}{{- end -}}
  {{- with $values.operator.email -}}{{- $_ := set $env "CONTACT_EMAIL" . -}}{{- end -}}
{{- end -}}
{{- if has "mediaOrigin" $service.needs -}}{{- with $values.media.bucket.origin -}}{{- $_ := set $env "MEDIA_ORIGIN" . -}}{{- end -}}{{- end -}}
{{- if has "proxies" $service.needs -}}
  {{- $_ := set $env "TRUST_PROXY" ($values.trustProxies | int | toString) -}}
  {{- $_ := set $env "SIGN_IN_RATE" ($values.signInRate | int64 | toString) -}}
{{- end -}}
{{- if has "registration" $service.needs -}}
  {{- $_ := set $env "REGISTRATION_RATE" ($values.registrationRate | int64 | toString) -}}
  {{- $_ := set $env "CONFIRM_EXECUTIVE" ($values.confirmExecutive | toString) -}}
{{- end -}}
{{- if has "searchMemory" $service.needs -}}{{- $_ := set $env "SEARCH_MEMORY_MIB" ($values.searchMemoryMib | int64 | toString) -}}{{- end -}}
{{- if has "media" $service.needs -}}
  {{- $_ := set $env "MEDIA_RESERVE_MIB" ($values.media.reserveMib | int64 | toString) -}}
  {{- $_ := set $env "UPLOAD_MIN_RATE" ($values.media.uploadMinRate | int64 | toString) -}}
  {{- $_ := set $env "MEDIA_CORES" (include "vault.mediaCores" (list $root $service)) -}}
  {{- range $value, $variable := dict "jobs" "MEDIA_JOBS" "threads" "MEDIA_THREADS" "captionThreads" "CAPTION_THREADS" -}}
    {{- with get $values.media $value -}}{{- $_ := set $env $variable (int . | toString) -}}{{- end -}}
  {{- end -}}
  {{- if not $values.media.speakers -}}{{- $_ := set $env "SPEECH_SPEAKERS" "off" -}}{{- end -}}
  {{- with $values.media.uploadOrigins -}}{{- $_ := set $env "UPLOAD_ORIGINS" (join "," .) -}}{{- end -}}
  {{- $env = merge $env (include "vault.bucketVariables" $root | fromYaml) -}}
  {{- with $values.media.bucket -}}
    {{- if .name -}}
      {{- $_ := set $env "MEDIA_CACHE_MIB" (.cacheMib | int64 | toString) -}}
      {{- $_ := set $env "MEDIA_DELIVERY" .delivery -}}
      {{- with .publicEndpoint -}}{{- $_ := set $env "MEDIA_PUBLIC_ENDPOINT" . -}}{{- end -}}
    {{- end -}}
  {{- end -}}
  {{- with $service.engineRoles -}}{{- $_ := set $env "ENGINE_ROLES" . -}}{{- end -}}
{{- end -}}
{{- $env = merge $env (include "vault.proxyVariables" (list $root $service) | fromYaml) -}}
{{- range $variable, $value := $service.env -}}{{- $_ := set $env $variable ($value | toString) -}}{{- end -}}
{{- toYaml $env -}}
{{- end -}}

{{/*
Secret variables of a service: a YAML list of { variable, secret, key, path }, each mounted as a file. (list root name service)
*/}}
{{- define "vault.secrets" -}}
{{- $root := index . 0 -}}{{- $name := index . 1 -}}{{- $service := index . 2 -}}
{{- $values := $root.Values -}}{{- $all := $values.existingSecret -}}{{- $secrets := list -}}
{{- if has "kafka" $service.needs -}}{{- $secrets = concat $secrets (include "vault.kafkaSecrets" (list $root $name) | fromYamlArray) -}}{{- end -}}
{{- if has "mongodb" $service.needs -}}
  {{- $secrets = concat $secrets (include "vault.mongoSecrets" (list $root $service.program) | fromYamlArray) -}}
{{- end -}}
{{- if has "media" $service.needs -}}{{- $secrets = concat $secrets (include "vault.bucketSecrets" $root | fromYamlArray) -}}{{- end -}}
{{- $host := $values.videoHost -}}{{- $ofHost := $host.existingSecret | default $all -}}
{{- if has "videoHost" $service.needs -}}
  {{- $secrets = concat $secrets (list
    (dict "variable" "MUX_TOKEN_ID" "secret" $ofHost "key" $host.tokenIdKey "path" "mux-token-id")
    (dict "variable" "MUX_TOKEN_SECRET" "secret" $ofHost "key" $host.tokenSecretKey "path" "mux-token-secret")
    (dict "variable" "MUX_WEBHOOK_SECRET" "secret" $ofHost "key" $host.webhookSecretKey "path" "mux-webhook-secret")) -}}
{{- end -}}
{{- /* One process makes its own key, as its other credentials of the video host. */ -}}
{{- if and (has "playback" $service.needs) (ne $name "all-in-one") (ne $host.playback "public") -}}
  {{- $secrets = concat $secrets (list
    (dict "variable" "MUX_SIGNING_KEY" "secret" $ofHost "key" $host.signingKeyKey "path" "mux-signing-key")
    (dict "variable" "MUX_PRIVATE_KEY" "secret" $ofHost "key" $host.privateKeyKey "path" "mux-private-key")) -}}
{{- end -}}
{{- if or $service.answersCalls $service.calls -}}
  {{- $tls := $values.rpc.tls -}}
  {{- if $tls.enabled -}}
    {{- $secret := printf "%s-%s" $tls.secretPrefix $name -}}
    {{- $secrets = concat $secrets (list
      (dict "variable" "RPC_TLS_CERT" "secret" $secret "key" $tls.certKey "path" "rpc-tls.crt")
      (dict "variable" "RPC_TLS_KEY" "secret" $secret "key" $tls.keyKey "path" "rpc-tls.key")
      (dict "variable" "RPC_TLS_CA" "secret" ($tls.caSecret | default $secret) "key" $tls.caKey "path" "rpc-ca.crt")) -}}
  {{- else -}}
    {{- $secrets = append $secrets (dict
      "variable" "RPC_SECRET" "secret" ($values.rpc.existingSecret | default $all)
      "key" $values.rpc.key "path" "rpc-secret") -}}
  {{- end -}}
{{- end -}}
{{- if has "sessions" $service.needs -}}
  {{- $secrets = append $secrets (dict
    "variable" "JWT_KEYS" "secret" ($values.sessions.existingSecret | default $all)
    "key" $values.sessions.key "path" "jwt-keys") -}}
{{- end -}}
{{- if and (has "languageModel" $service.needs) $values.languageModel.enabled -}}
  {{- $secrets = append $secrets (dict
    "variable" "OPENAI_API_KEY" "secret" ($values.languageModel.existingSecret | default $all)
    "key" $values.languageModel.key "path" "openai-api-key") -}}
{{- end -}}
{{- if and (has "media" $service.needs) $values.speechServer.enabled $values.speechServer.key -}}
  {{- $secrets = append $secrets (dict
    "variable" "SPEECH_API_KEY" "secret" ($values.speechServer.existingSecret | default $all)
    "key" $values.speechServer.key "path" "speech-api-key") -}}
{{- end -}}
{{- if and (has "mail" $service.needs) $values.mail.enabled -}}
  {{- $secrets = append $secrets (dict "variable" "SMTP_URL" "secret" ($values.mail.existingSecret | default $all) "key" $values.mail.key "path" "smtp-url") -}}
{{- end -}}
{{- if and (has "staff" $service.needs) $values.staff.email -}}
  {{- $secrets = append $secrets (dict
    "variable" "ADMIN_PASSWORD" "secret" ($values.staff.existingSecret | default $all)
    "key" $values.staff.key "path" "admin-password") -}}
{{- end -}}
{{- if and $values.telemetry.endpoint $values.telemetry.existingSecret -}}
  {{- $secrets = append $secrets (dict
    "variable" "OTEL_EXPORTER_OTLP_HEADERS" "secret" $values.telemetry.existingSecret
    "key" $values.telemetry.key "path" "otlp-headers") -}}
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
{{- with .Values.media.bucket -}}
  {{- if .name -}}
    {{- $env = dict "MEDIA_BUCKET" .name "MEDIA_PATH_STYLE" (toString .pathStyle) -}}
    {{- range $value, $variable := dict "endpoint" "MEDIA_ENDPOINT" "region" "MEDIA_REGION" "prefix" "MEDIA_PREFIX" "encryption" "MEDIA_ENCRYPTION" -}}
      {{- with get $.Values.media.bucket $value -}}{{- $_ := set $env $variable . -}}{{- end -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- toYaml $env -}}
{{- end -}}

{{/* The keys of the bucket, as in vault.secrets. */}}
{{- define "vault.bucketSecrets" -}}
{{- $secrets := list -}}
{{- with .Values.media.bucket -}}
  {{- if and .name .hasKeys -}}
    {{- $secret := .existingSecret | default $.Values.existingSecret -}}
    {{- $secrets = list
      (dict "variable" "MEDIA_ACCESS_KEY_ID" "secret" $secret "key" .accessKeyIdKey "path" "media-access-key-id")
      (dict "variable" "MEDIA_SECRET_ACCESS_KEY" "secret" $secret "key" .secretAccessKeyKey "path" "media-secret-access-key") -}}
  {{- end -}}
{{- end -}}
{{- toYaml $secrets -}}
{{- end -}}

{{/* The secrets of one service, or of `migrate`, for MongoDB: (list root name). A certificate is the account. */}}
{{- define "vault.mongoSecrets" -}}
{{- $values := (index . 0).Values -}}{{- $name := index . 1 -}}{{- $mongodb := $values.mongodb -}}{{- $secrets := list -}}
{{- $account := get $mongodb.accounts $name | default dict -}}
{{- $all := $mongodb.existingSecret | default $values.existingSecret -}}
{{- $secret := $account.secret | default $all -}}
{{- with $mongodb.tls -}}
  {{- if .enabled -}}{{- $secrets = append $secrets (dict "variable" "MONGO_CA" "secret" .caSecret "key" .caKey "path" "mongo-ca.crt") -}}{{- end -}}
  {{- if .client.enabled -}}
    {{- $own := printf "%s%s" .client.secretPrefix $name -}}
    {{- $secrets = concat $secrets (list
      (dict "variable" "MONGO_CERT" "secret" $own "key" .client.certKey "path" "mongo.crt")
      (dict "variable" "MONGO_KEY" "secret" $own "key" .client.keyKey "path" "mongo.key")) -}}
  {{- end -}}
{{- end -}}
{{- if $account.urlKey -}}
  {{- $secrets = append $secrets (dict "variable" "MONGO_URL" "secret" $secret "key" $account.urlKey "path" "mongo-url") -}}
{{- else -}}
  {{- if not $mongodb.url -}}{{- $secrets = append $secrets (dict "variable" "MONGO_URL" "secret" $all "key" $mongodb.urlKey "path" "mongo-url") -}}{{- end -}}
  {{- if not $mongodb.tls.client.enabled -}}
    {{- $secrets = append $secrets (dict
      "variable" "MONGO_PASSWORD" "secret" $secret
      "key" ($account.key | default (printf "%s-mongo-password" $name)) "path" "mongo-password") -}}
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
{{- $values := (index . 0).Values -}}{{- $name := index . 1 -}}{{- $secrets := list -}}
{{- with $values.kafka.tls -}}
  {{- if and .enabled .caSecret -}}
    {{- $secrets = append $secrets (dict
      "variable" "KAFKA_CA" "secret" .caSecret
      "key" .caKey "path" "kafka-ca.crt") -}}
  {{- end -}}
  {{- if and .enabled .client.enabled -}}
    {{- $secret := printf "%s%s" .client.secretPrefix $name -}}
    {{- $secrets = concat $secrets (list
      (dict "variable" "KAFKA_CERT" "secret" $secret "key" .client.certKey "path" "kafka.crt")
      (dict "variable" "KAFKA_KEY" "secret" $secret "key" .client.keyKey "path" "kafka.key")) -}}
  {{- end -}}
{{- end -}}
{{- $oauth := eq $values.kafka.auth.mechanism "oauthbearer" -}}
{{- if and $values.kafka.auth.enabled $oauth $values.kafka.auth.oauth.audience -}}
  {{- $secrets = append $secrets (dict "variable" "KAFKA_OAUTH_TOKEN" "audience" $values.kafka.auth.oauth.audience "path" "kafka-token") -}}
{{- else if $values.kafka.auth.enabled -}}
  {{- $account := get $values.kafka.auth.accounts $name | default dict -}}
  {{- $secrets = append $secrets (dict
    "variable" (ternary "KAFKA_OAUTH_CLIENT_SECRET" "KAFKA_PASSWORD" $oauth) "secret" ($account.secret | default $values.existingSecret)
    "key" ($account.key | default (printf "%s-kafka-password" $name)) "path" "kafka-password") -}}
{{- end -}}
{{- toYaml $secrets -}}
{{- end -}}
