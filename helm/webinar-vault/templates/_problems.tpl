{{/* A line for each problem that spans several values; the schema has the form of each. */}}
{{- define "vault.problems" -}}
{{- $values := .Values }}{{ $kafka := $values.kafka }}{{ $mongodb := $values.mongodb }}{{ $bucket := $values.media.bucket }}
{{- $operations := $values.operations }}{{ $oauth := $kafka.auth.oauth }}{{ $speech := $values.speechServer }}{{ $metrics := $values.metrics }}
{{- $isMicro := eq $values.deploymentMode "microservices" }}
{{- $services := include "vault.services" . | fromYaml }}
{{- $isToken := and $kafka.auth.enabled (eq $kafka.auth.mechanism "oauthbearer") }}
{{- $running := without (list $operations.repair.enabled $operations.move.enabled $operations.moveMedia.enabled) false | len }}
{{- $isHidden := or $metrics.serviceMonitor.enabled $metrics.rules.enabled $metrics.dashboards.enabled }}
{{- range $path, $instead := .Files.Get "files/removed-values.yaml" | fromYaml }}
  {{- include "vault.removedAt" (list $values $path "" $instead) }}
{{- end }}
{{- $checks := list
  (list (not $values.publicUrl) "publicUrl must be set: the product's address for browsers, such as https://vault.example.com.")
  (list (and $isMicro (not $kafka.brokers)) "kafka.brokers must be set in the mode microservices: host:port of your Kafka, several separated by commas.")
  (list (and $kafka.tls.client.enabled (not $kafka.tls.enabled)) "kafka.tls.enabled must be true when kafka.tls.client.enabled is.")
  (list (and $kafka.tls.caSecret (not $kafka.tls.enabled)) "kafka.tls.enabled must be true when kafka.tls.caSecret is set: else nothing is encrypted.")
  (list (and $isToken (eq (empty $oauth.audience) (empty $oauth.tokenUrl)))
    "kafka.auth.oauth must have either audience or tokenUrl when kafka.auth.mechanism is oauthbearer.")
  (list (and $mongodb.tls.enabled (not $mongodb.tls.caSecret))
    "mongodb.tls.caSecret must be set when mongodb.tls.enabled is; for a public authority use tls=true in the address instead.")
  (list (and $mongodb.tls.client.enabled (not $mongodb.tls.enabled)) "mongodb.tls.enabled must be true when mongodb.tls.client.enabled is.")
  (list (contains "@" $mongodb.url)
    "mongodb.url must not contain an account: everybody who may read the release can see it. Name the account under mongodb.accounts.")
  (list (not (or $isMicro (eq $values.videoHost.kind "engine")))
    "videoHost.kind must be engine with deploymentMode all-in-one: that process has its own video engine.")
  (list (and $speech.enabled (not $speech.hasKey) (not $speech.baseUrl)) "speechServer.baseUrl must be set without speechServer.hasKey: OpenAI needs a key.")
  (list (and $speech.enabled (eq $values.videoHost.kind "mux")) "speechServer.enabled must be false with videoHost.kind mux: Mux makes its own captions.")
  (list (and $values.staff.oidc.issuer (not $values.staff.oidc.clientId)) "staff.oidc.clientId must be set when staff.oidc.issuer is set.")
  (list (and $values.mail.enabled (not $values.mail.from)) "mail.from must be set when mail.enabled is true: mail servers refuse mail without a sender.")
  (list (and $bucket.separateWork (not $bucket.name)) "media.bucket.name must be set when media.bucket.separateWork is true.")
  (list (and (not $bucket.separateWork) (or (get $values.services "video-engine-media") (get $values.services "video-engine-speech")))
    "media.bucket.separateWork must be true when services.video-engine-media or services.video-engine-speech have values.")
  (list (and $bucket.origin $bucket.publicEndpoint (ne (hasPrefix "https:" $bucket.origin) (hasPrefix "https:" $bucket.publicEndpoint)))
    "media.bucket.origin and media.bucket.publicEndpoint must have the same scheme: browsers go from one to the other.")
  (list (and $bucket.endpoint (not $bucket.name)) "media.bucket.name must be set when media.bucket.endpoint is.")
  (list (and (eq $bucket.delivery "redirect") (not $bucket.name)) "media.bucket.name must be set when media.bucket.delivery is redirect.")
  (list (and $isMicro (ne (eq $bucket.delivery "redirect") (not (empty $bucket.origin))))
    "media.bucket.origin must be set when media.bucket.delivery is redirect, and only then: pages must allow it.")
  (list (and $values.gatewayApi.enabled (empty $values.gatewayApi.parentRefs)) "gatewayApi.parentRefs must name a Gateway when gatewayApi.enabled is true.")
  (list (and $metrics.rules.enabled (not $metrics.rules.runbookUrl))
    "metrics.rules.runbookUrl must be set when metrics.rules.enabled is true: the address at which your people read RUNBOOK.md of this chart.")
  (list (and $isHidden (not $metrics.enabled))
    "metrics.enabled must be true when metrics.serviceMonitor, rules or dashboards are enabled: otherwise no pod serves metrics.")
  (list (and $operations.move.enabled (not (include "vault.volumeOwner" .)))
    "operations.move.enabled must be false with videoHost.kind mux or media.bucket.name: there is no volume.")
  (list (and $operations.move.enabled $isMicro (not $operations.move.fromClaim))
    "operations.move.fromClaim must name the volume claim of the one process, such as vault-all-in-one: all services end, and its data is moved.")
  (list (eq $values.migrate.hook "helm")
    "migrate.hook must be none or argocd: a hook of Helm ran before the policies and the account that it needs, and could block upgrades for good.")
  (list (gt $running 1) "operations.repair, operations.move and operations.moveMedia cannot run together.")
  (list (and $operations.moveMedia.enabled (not (and $isMicro $bucket.name)))
    "operations.moveMedia.enabled must be false without media.bucket.name and the mode microservices: it moves a volume's media to the bucket.")
}}
{{- range $checks }}{{ if index . 0 }}
  {{ index . 1 }}{{ end }}
{{- end }}
{{- range $name, $service := $services }}
  {{- include "vault.serviceProblems" (list $ $name $service) }}
  {{- include "vault.secretProblems" (list $ (include "vault.secrets" (list $ $name $service))) }}
  {{- if and $isToken $oauth.audience $service.consumes (eq $service.autoscaling.type "keda") }}
    services.{{ $name }}.autoscaling.type must not be keda with kafka.auth.oauth.audience: KEDA cannot use such tokens; set kafka.auth.oauth.tokenUrl.
  {{- end }}
{{- end }}
{{- if and $isMicro $values.migrate.enabled }}
  {{- include "vault.secretProblems" (list $ (include "vault.migrateSecrets" .)) }}
  {{- range include "vault.databases" . | fromYamlArray }}
    {{- if and $mongodb.tls.client.enabled $mongodb.makeAccounts (not (get $mongodb.accounts . | default dict).subject) }}
      mongodb.accounts.{{ . }}.subject must be the subject of its certificate, such as CN={{ . }}, for the account that migrate makes.
    {{- end }}
  {{- end }}
{{- end }}
{{- $images := ternary (list (include "vault.migrateSettings" . | fromYaml).image) list (or $isMicro (gt $running 0)) }}
{{- range $services }}{{ $images = append $images .image }}{{ end }}
{{- range $images }}
  {{- if not (.registry | default $values.image.registry) }}
    image.registry must be set, or that of each service and of migrate: the images are published nowhere.
    {{- print " `npm run images -- REGISTRY` builds and pushes them, and prints the values." }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* A line for each Secret that no value names: (list root secrets). */}}
{{- define "vault.secretProblems" -}}
{{- range index . 1 | fromYamlArray }}
  {{- if not (or .secret .audience) }}
    existingSecret, or {{ .value }}, must name the Secret with {{ .key }}.
  {{- end }}
{{- end }}
{{- end -}}

{{/* A line for each problem of one service: (list root name service). */}}
{{- define "vault.serviceProblems" -}}
{{- $root := index . 0 }}{{ $values := $root.Values }}{{ $name := index . 1 }}{{ $service := index . 2 }}
{{- $scaling := $service.autoscaling }}{{ $isFixed := eq $scaling.type "none" }}{{ $fewest := include "vault.fewest" $service | int }}
{{- $most := ternary $service.replicas $scaling.maxReplicas $isFixed | int }}
{{- $field := ternary "replicas" "autoscaling.maxReplicas" $isFixed }}
{{- range $service.extraEnv }}
  {{- if has .name (list "PORT" "HOST" "DATA_DIR" "WEB_DIR" "RPC_ADDRESS" "METRICS_PORT" "KAFKA_BROKERS") }}
    services.{{ $name }} must not set {{ .name }} as a variable: probes, services and volumes of the chart rely on it.
  {{- end }}
{{- end }}
{{- range $resource, $limit := $service.resources.limits }}
  {{- $request := get ($service.resources.requests | default dict) $resource }}
  {{- if gt (include "vault.thousandths" ($request | default 0) | int64) (include "vault.thousandths" $limit | int64) }}
    services.{{ $name }}.resources.requests.{{ $resource }} must not be greater than its limit, {{ $limit }}.
  {{- end }}
{{- end }}
{{- $heap := include "vault.share" (list $service.resources $service.heapPercent) | int }}
{{- $ofParts := (get $values.services $name | default dict).serviceAccount }}
{{- $checks := list
  (list (and (not $service.isPublic) (ne $service.service.type "ClusterIP")) "service.type must be ClusterIP: it is not reached from outside.")
  (list (and $service.ownsVolume (gt (int $service.replicas) 1)) "replicas must be 1, or 0 while it is stopped: it owns its volume.")
  (list (and $service.ownsVolume (not $isFixed)) "autoscaling.type must be none: it owns its volume.")
  (list (gt (int $scaling.minReplicas) (int $scaling.maxReplicas)) "autoscaling.minReplicas must not be greater than maxReplicas.")
  (list (and $service.consumes (gt $most 12)) (print $field " must be at most 12: a topic has 12 partitions, and further replicas would read none."))
  (list (and (gt $fewest 1) (ge (int $service.maxUnavailable) $fewest))
    (printf "maxUnavailable must be less than its %d replicas: a drain of nodes would end all of them." $fewest))
  (list (and (ne $name $service.program) $ofParts)
    (printf "serviceAccount is that of its program: set services.%s.serviceAccount." $service.program))
  (list (and (has "searchMemory" $service.needs) (gt (int $values.searchMemoryMib) $heap))
    (printf "resources.limits.memory leaves %d MiB to Node's heap: searchMemoryMib must be at most that." $heap))
}}
{{- range $checks }}{{ if index . 0 }}
  services.{{ $name }}.{{ index . 1 }}{{ end }}
{{- end }}
{{- if has "media" $service.needs }}{{ include "vault.mediaProblems" . }}{{ end }}
{{- end -}}

{{/* A line for each part of the work with media that does not fit into its pod: (list root name service). */}}
{{- define "vault.mediaProblems" -}}
{{- $bucket := (index . 0).Values.media.bucket }}{{ $name := index . 1 }}{{ $service := index . 2 }}
{{- $cores := include "vault.mediaCores" (list (index . 0) $service) | int }}
{{- $encodes := max 1 (div $cores 2) }}
{{- $needed := add 1024 (mul $encodes 340) (mul $cores 22) }}
{{- if and (has $service.engineRoles (list "" "media")) (lt (include "vault.mib" $service.resources.limits.memory | int) (int $needed)) }}
  services.{{ $name }}.resources.limits.memory must be at least {{ $needed }}Mi with {{ $cores }} cores: 1 GiB, and for each of {{ $encodes }} encodes
  {{- print " 340 MiB and 22 MiB a thread; or set media.cores." }}
{{- end }}
{{- $isScratch := not (empty $service.scratch) }}
{{- $size := ternary $service.scratch.size $service.persistence.size $isScratch }}
{{- if and $bucket.name (gt (mul $bucket.cacheMib 2) (include "vault.mib" $size | int64)) }}
  media.bucket.cacheMib must be at most half of {{ ternary "media.bucket.scratch.size" (printf "services.%s.persistence.size" $name) $isScratch }},
  {{- printf " %s: recordings that are worked on need the rest." (toString $size) }}
{{- end }}
{{- end -}}

{{/* A line for each value at a path: (list values path shown sentence). */}}
{{- define "vault.removedAt" -}}
{{- $parts := splitList "." (index . 1) }}{{ $rest := rest $parts | join "." }}{{ $shown := index . 2 }}{{ $instead := index . 3 }}
{{- range $name, $value := index . 0 }}
  {{- if has (first $parts) (list "*" $name) }}
    {{- if not $rest }}
      {{ $shown }}{{ $name }} is gone: {{ $instead }}
    {{- else if kindIs "map" $value }}
      {{- include "vault.removedAt" (list $value $rest (printf "%s%s." $shown $name) $instead) }}
    {{- end }}
  {{- end }}
{{- end }}
{{- end -}}
