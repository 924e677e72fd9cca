{{/* A line for each problem of the values. */}}
{{- define "vault.problems" -}}
{{- $values := .Values }}
{{- $isMicro := eq $values.deploymentMode "microservices" }}
{{- $services := include "vault.services" . | fromYaml }}
{{- include "vault.formatProblems" (list (include "vault.formats" . | fromYaml) "" $values) }}
{{- range $name, $service := $services }}
  {{- include "vault.serviceProblems" (list $ $name $service) }}
  {{- range $service.calls }}
    {{- if and $isMicro (not (hasKey $services .)) }}
      services.{{ . }}.enabled must be true: {{ $name }} calls it.
    {{- end }}
  {{- end }}
{{- end }}
{{- include "vault.operationProblems" . }}
{{- if eq $values.migrate.hook "helm" }}
  migrate.hook must be none or argocd: a hook of Helm ran before the policies and accounts that it needs, and blocked upgrades for good.
{{- end }}
{{- if not $values.publicUrl }}
  publicUrl must be set: the product's address for browsers, such as https://vault.example.com.
{{- end }}
{{- if $isMicro }}
  {{- include "vault.kafkaProblems" (list $ $services) }}
  {{- include "vault.mongoProblems" (list $ $services) }}
  {{- if not $values.existingSecret }}{{ include "vault.secretProblems" (list $ $services) }}{{ end }}
{{- else if ne $values.videoHost.kind "engine" }}
  videoHost.kind must be engine with deploymentMode all-in-one: that process has its own video engine.
{{- end }}
{{- if not $values.existingSecret }}
  {{- range $part, $switch := dict "languageModel" "enabled" "speechServer" "enabled" "mail" "enabled" "staff" "email" }}
    {{- $of := get $values $part }}
    {{- if and (get $of $switch) (not $of.existingSecret) $of.key }}
      {{ $part }}.existingSecret, or existingSecret, must be set when {{ $part }}.{{ $switch }} is {{ eq $switch "email" | ternary "set" "true" }}.
    {{- end }}
  {{- end }}
{{- end }}
{{- with $values.speechServer }}
  {{- if and .enabled (not .key) (not .baseUrl) }}
    speechServer.baseUrl must be set when speechServer.key is empty: OpenAI's server needs a key.
  {{- end }}
{{- end }}
{{- if and $values.mail.enabled (not $values.mail.from) }}
  mail.from must be set when mail.enabled is true: mail servers refuse mail without a sender.
{{- end }}
{{- if and $values.mediaUrl (ne (urlParse $values.mediaUrl).path "/media") }}
  mediaUrl must have the path /media: all paths of the video engine begin with it.
{{- end }}
{{- with $values.media.bucket }}
  {{- if and .name .hasKeys (not (.existingSecret | default $values.existingSecret)) }}
    media.bucket.existingSecret, or existingSecret, must name the Secret with the keys of the bucket; or set media.bucket.hasKeys to false.
  {{- end }}
  {{- if and (eq .delivery "redirect") (not .name) }}
    media.bucket.name must be set when media.bucket.delivery is redirect.
  {{- end }}
  {{- if and $isMicro (ne (eq .delivery "redirect") (not (empty .origin))) }}
    media.bucket.origin must be set when media.bucket.delivery is redirect, and only then: pages must allow it.
  {{- end }}
{{- end }}
{{- if and $values.gatewayApi.enabled (empty $values.gatewayApi.parentRefs) }}
  gatewayApi.parentRefs must name a Gateway when gatewayApi.enabled is true.
{{- end }}
{{- if and $values.metrics.rules.enabled (not $values.metrics.rules.runbookUrl) }}
  metrics.rules.runbookUrl must be set when metrics.rules.enabled is true: the address at which your people read RUNBOOK.md of this chart.
{{- end }}
{{- range $part := list "serviceMonitor" "rules" "dashboards" }}
  {{- if and (get $values.metrics $part).enabled (not $values.metrics.enabled) }}
    metrics.enabled must be true when metrics.{{ $part }}.enabled is: otherwise no pod serves metrics.
  {{- end }}
{{- end }}
{{- end -}}

{{/* A line for each problem of one service: (list root name service). */}}
{{- define "vault.serviceProblems" -}}
{{- $values := (index . 0).Values }}{{ $name := index . 1 }}{{ $service := index . 2 }}
{{- $scaling := $service.autoscaling }}{{ $isFixed := eq $scaling.type "none" }}
{{- $variables := keys $service.env }}
{{- range $variables }}
  {{- if not (regexMatch "^[A-Z][A-Z0-9_]*$" .) }}
    services.{{ $name }}.env must have names of variables, such as HTTPS_PROXY; {{ quote . }} is none.
  {{- end }}
{{- end }}
{{- range $service.extraEnv }}{{ $variables = append $variables .name }}{{ end }}
{{- range $variables }}
  {{- if has . (list "PORT" "HOST" "DATA_DIR" "WEB_DIR" "RPC_ADDRESS" "METRICS_PORT" "KAFKA_BROKERS") }}
    services.{{ $name }} must not set {{ . }} as a variable: probes, services and volumes of the chart rely on it.
  {{- end }}
{{- end }}
{{- if and (not $service.isPublic) (ne $service.service.type "ClusterIP") }}
  services.{{ $name }}.service.type must be ClusterIP: it is not reached from outside.
{{- end }}
{{- if not ($service.image.registry | default $values.image.registry) }}
  image.registry must be set: the images are published nowhere. `npm run images -- REGISTRY` builds and pushes them, and prints the values.
{{- end }}
{{- range $resource, $limit := $service.resources.limits }}
  {{- $request := get ($service.resources.requests | default dict) $resource }}
  {{- if gt (include "vault.thousandths" ($request | default 0) | int64) (include "vault.thousandths" $limit | int64) }}
    services.{{ $name }}.resources.requests.{{ $resource }} must not be greater than its limit, {{ $limit }}.
  {{- end }}
{{- end }}
{{- if has "searchMemory" $service.needs }}
  {{- $heap := include "vault.share" (list $service.resources $service.heapPercent) }}
  {{- if gt (int $values.searchMemoryMib) (int $heap) }}
    searchMemoryMib must be at most {{ $heap }}: services.{{ $name }}.resources.limits.memory with heapPercent leaves it no more.
  {{- end }}
{{- end }}
{{- if has "media" $service.needs }}{{ include "vault.mediaProblems" . }}{{ end }}
{{- if ne $name $service.program }}
  {{- if (get $values.services $name | default dict).serviceAccount }}
    services.{{ $name }}.serviceAccount is that of its program: set services.{{ $service.program }}.serviceAccount.
  {{- end }}
{{- end }}
{{- if $service.ownsVolume }}
  {{- if ne (int $service.replicas) 1 }}
    services.{{ $name }}.replicas must be 1: it owns its volume.
  {{- end }}
  {{- if not $isFixed }}
    services.{{ $name }}.autoscaling.type must be none: it owns its volume.
  {{- end }}
  {{- if not $service.persistence.enabled }}
    services.{{ $name }}.persistence.enabled must be true: without a volume its data is lost with the pod.
  {{- end }}
{{- else if $service.persistence.enabled }}
  services.{{ $name }}.persistence.enabled must be false: replicas cannot share a volume.
{{- end }}
{{- if gt (int $scaling.minReplicas) (int $scaling.maxReplicas) }}
  services.{{ $name }}.autoscaling.minReplicas must not be greater than maxReplicas.
{{- end }}
{{- $most := ternary $service.replicas $scaling.maxReplicas $isFixed }}
{{- $field := ternary "replicas" "autoscaling.maxReplicas" $isFixed }}
{{- if and $service.consumes (gt (int $most) 12) }}
  services.{{ $name }}.{{ $field }} must be at most 12: a topic has 12 partitions, and further replicas would read none.
{{- end }}
{{- if lt (int $service.terminationGracePeriodSeconds) (add $service.preStopSeconds $service.stopDelaySeconds 30 | int) }}
  services.{{ $name }}.terminationGracePeriodSeconds must be at least preStopSeconds + stopDelaySeconds + 30: a process takes up to 25 s to finish its work.
{{- end }}
{{- end -}}

{{/* A line for each part of the work with media that does not fit into its pod: (list root name service). */}}
{{- define "vault.mediaProblems" -}}
{{- $values := (index . 0).Values }}{{ $name := index . 1 }}{{ $service := index . 2 }}
{{- $cores := include "vault.mediaCores" (list (index . 0) $service) | int }}
{{- $encodes := max 1 (div $cores 2) }}
{{- $needed := add 1024 (mul $encodes 250) (mul $cores 22) }}
{{- if and (has $service.engineRoles (list "" "media")) (lt (include "vault.mib" $service.resources.limits.memory | int) (int $needed)) }}
  services.{{ $name }}.resources.limits.memory must be at least {{ $needed }}Mi with {{ $cores }} cores: 1 GiB, and for each of {{ $encodes }} encodes
  {{- print " 250 MiB and 22 MiB a thread; or set media.cores." }}
{{- end }}
{{- $bucket := $values.media.bucket }}
{{- $volume := ternary "media.bucket.scratch.size" (printf "services.%s.persistence.size" $name) (not (empty $service.scratch)) }}
{{- $size := ternary $service.scratch.size $service.persistence.size (not (empty $service.scratch)) }}
{{- if and $bucket.name (gt (mul $bucket.cacheMib 2) (include "vault.mib" $size | int64)) }}
  media.bucket.cacheMib must be at most half of {{ $volume }}, {{ $size }}: recordings that are worked on need the rest.
{{- end }}
{{- end -}}

{{/* A line for each problem of `operations`. */}}
{{- define "vault.operationProblems" -}}
{{- $owner := include "vault.volumeOwner" . }}
{{- with .Values.operations }}
  {{- range $operation, $settings := . }}
    {{- if and $settings.enabled (not $owner) (has $operation (list "move" "snapshot")) }}
      operations.{{ $operation }}.enabled must be false with videoHost.kind mux or media.bucket.name: there is no volume.
    {{- end }}
  {{- end }}
  {{- if gt (len (without (list .repair.enabled .move.enabled .moveMedia.enabled) false)) 1 }}
    operations.repair, operations.move and operations.moveMedia cannot run together.
  {{- end }}
  {{- if and .moveMedia.enabled (or (not $.Values.media.bucket.name) (ne $.Values.deploymentMode "microservices")) }}
    operations.moveMedia.enabled must be false without media.bucket.name and the mode microservices: it moves a volume's media to the bucket.
  {{- end }}
{{- end }}
{{- end -}}

{{/* A line for each problem of Kafka's values: (list root services). */}}
{{- define "vault.kafkaProblems" -}}
{{- $kafka := (index . 0).Values.kafka }}{{ $oauth := $kafka.auth.oauth }}
{{- if not $kafka.brokers }}
  kafka.brokers must be set in the mode microservices: host:port of your Kafka, several separated by commas.
{{- end }}
{{- if and $kafka.tls.client.enabled (not $kafka.tls.enabled) }}
  kafka.tls.enabled must be true when kafka.tls.client.enabled is.
{{- end }}
{{- if and $kafka.auth.enabled (eq $kafka.auth.mechanism "oauthbearer") }}
  {{- if eq (empty $oauth.audience) (empty $oauth.tokenUrl) }}
    kafka.auth.oauth must have either audience or tokenUrl when kafka.auth.mechanism is oauthbearer.
  {{- end }}
  {{- range $name, $service := index . 1 }}
    {{- if and $oauth.audience $service.consumes (eq $service.autoscaling.type "keda") }}
      services.{{ $name }}.autoscaling.type must not be keda with kafka.auth.oauth.audience: KEDA cannot use such tokens; set kafka.auth.oauth.tokenUrl.
    {{- end }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* A line for each problem of MongoDB's values: (list root services). */}}
{{- define "vault.mongoProblems" -}}
{{- $values := (index . 0).Values }}{{ $mongodb := $values.mongodb }}
{{- if and $mongodb.tls.enabled (not $mongodb.tls.caSecret) }}
  mongodb.tls.caSecret must be set when mongodb.tls.enabled is; for a public authority use tls=true in the address instead.
{{- end }}
{{- if $mongodb.tls.client.enabled }}
  {{- if not $mongodb.tls.enabled }}
    mongodb.tls.enabled must be true when mongodb.tls.client.enabled is.
  {{- end }}
  {{- range $name, $service := index . 1 }}
    {{- $subject := (get $mongodb.accounts $service.program | default dict).subject }}
    {{- if and $mongodb.makeAccounts (has "mongodb" $service.needs) (eq $name $service.program) (not $subject) }}
      mongodb.accounts.{{ $name }}.subject must be the subject of its certificate, such as CN={{ $name }},
      {{- print " when mongodb.tls.client.enabled and makeAccounts are." }}
    {{- end }}
  {{- end }}
{{- end }}
{{- if contains "@" ($mongodb.url | default "") }}
  mongodb.url must not contain an account: everybody who may read the release can see it;
  {{- if and $values.migrate.enabled (not $mongodb.makeAccounts) }} name the account under mongodb.accounts.
  {{- else }} its password belongs in the Secret.
  {{- end }}
{{- end }}
{{- end -}}

{{/* A line for each Secret that no value names, without a common one: (list root services). */}}
{{- define "vault.secretProblems" -}}
{{- $root := index . 0 }}{{ $values := $root.Values }}
{{- range $part := list "rpc" "sessions" "videoHost" }}
  {{- if not (or (get $values $part).existingSecret (and (eq $part "rpc") $values.rpc.tls.enabled)) }}
    existingSecret, or {{ $part }}.existingSecret, must name the Secret with the keys of {{ $part }}.
  {{- end }}
{{- end }}
{{- $secrets := dict }}
{{- range $name, $service := index . 1 }}
  {{- $_ := set $secrets $name (include "vault.secrets" (list $root $name $service) | fromYamlArray) }}
{{- end }}
{{- if $values.migrate.enabled }}
  {{- $_ := set $secrets "migrate" (include "vault.migrateSecrets" $root | fromYamlArray) }}
{{- end }}
{{- range $name, $ofPod := $secrets }}
  {{- range $ofPod }}
    {{- if or .secret .audience }}
    {{- else if eq .variable "MONGO_URL" }}
      existingSecret, or mongodb.existingSecret, must name the Secret with the address of MongoDB; or set mongodb.url.
    {{- else if eq .variable "MONGO_PASSWORD" }}
      mongodb.accounts.{{ $name }}.secret must be set when neither existingSecret nor mongodb.existingSecret is.
    {{- else if eq .variable "MONGO_ADMIN_URL" }}
      mongodb.accounts.migrate.secret must be set when neither existingSecret nor mongodb.existingSecret is: it has the URL that makes accounts.
    {{- else if has .variable (list "KAFKA_PASSWORD" "KAFKA_OAUTH_CLIENT_SECRET") }}
      kafka.auth.accounts.{{ $name }}.secret must be set when existingSecret is not.
    {{- end }}
  {{- end }}
{{- end }}
{{- end -}}
