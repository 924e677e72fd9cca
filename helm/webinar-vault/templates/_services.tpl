{{/*
What each service is, by name: code and not values, because a change here needs a change of the service. `needs` are the
parts of the configuration that it gets, `calls` the services that it calls over gRPC, and `consumes` the topics that it
reads in the consumer group of its name. The parts of one `program` have its image, account and settings; `engineRoles` are
what those of the video engine do, and `jobKinds` the jobs that wait for them.
*/}}
{{- define "vault.roles" -}}
gateway:
  needs: [kafka, playback, publicUrl, mediaAddress, mediaOrigin, operator, proxies]
  calls: [admin, auth, chaptering, clip, portal, search, upload]
  isPublic: true
auth:
  needs: [kafka, mongodb, sessions, publicUrl, mail, registration]
  calls: [upload]
  consumes: [auth.commands, chaptering.events]
  answersCalls: true
upload:
  needs: [kafka, mongodb, videoHost, playback, mediaAddress, publicUrl]
  calls: [auth, chaptering]
  consumes: [auth.events, chaptering.events, upload.commands]
  answersCalls: true
chaptering:
  needs: [kafka, mongodb, videoHost, playback, mediaAddress, publicUrl, languageModel]
  calls: [auth, upload]
  consumes: [auth.events, chaptering.commands, upload.events]
  answersCalls: true
search:
  needs: [kafka, mongodb, searchMemory]
  calls: [chaptering, upload]
  consumes: [auth.events, chaptering.events, search.commands, upload.events]
  answersCalls: true
clip:
  needs: [kafka, mongodb, videoHost, playback, mediaAddress, publicUrl]
  calls: [auth, chaptering, upload]
  consumes: [auth.events, clip.commands, upload.events]
  answersCalls: true
portal:
  needs: [kafka, mongodb]
  calls: [auth, upload]
  consumes: [auth.events, portal.commands, upload.events]
  answersCalls: true
admin:
  needs: [kafka, mongodb, sessions, staff]
  calls: [auth, chaptering, upload]
  consumes: [admin.commands, auth.events, portal.events, upload.events]
  answersCalls: true
video-engine:
  ownsVolume: true
  needs: [videoHost, playback, webhooks, media]
  isPublic: true
  jobKinds: [ingest, verification, storyboard, rendition, captions]
video-engine-media:
  program: video-engine
  engineRoles: media
  needs: [videoHost, playback, webhooks, media]
  jobKinds: [ingest, verification, storyboard, rendition]
video-engine-speech:
  program: video-engine
  engineRoles: speech
  needs: [videoHost, playback, webhooks, media]
  jobKinds: [captions]
all-in-one:
  ownsVolume: true
  needs: [playback, publicUrl, operator, proxies, mail, registration, languageModel, staff, searchMemory, media]
  isPublic: true
{{- end -}}

{{/*
The services that this installation runs, each with its role, `defaults` and its own values: a YAML object by name.
*/}}
{{- define "vault.services" -}}
{{- $services := dict -}}
{{- $bucket := .Values.media.bucket -}}
{{- $isApart := and $bucket.name $bucket.separateWork -}}
{{- range $name, $role := include "vault.roles" . | fromYaml -}}
  {{- $defaults := deepCopy $.Values.defaults -}}
  {{- $program := $role.program | default $name -}}
  {{- if and $bucket.name (eq $program "video-engine") -}}
    {{- /* Several pods share the bucket and MongoDB; each has a temporary volume. */ -}}
    {{- $_ := set $role "ownsVolume" false -}}
    {{- $_ := set $role "needs" (append $role.needs "mongodb") -}}
    {{- $_ := set $role "scratch" $bucket.scratch -}}
    {{- if and $isApart (eq $name $program) -}}
      {{- $_ := set $role "engineRoles" "api" -}}
      {{- $_ := set $role "jobKinds" list -}}
    {{- end -}}
  {{- end -}}
  {{- if $role.ownsVolume -}}
    {{- /* There is no other pod that could take over. */ -}}
    {{- $_ := set $defaults.autoscaling "type" "none" -}}
    {{- $_ := set $defaults.persistence "enabled" true -}}
    {{- $_ := set $defaults "replicas" 1 -}}
    {{- $_ := set $defaults "stopDelaySeconds" 0 -}}
  {{- end -}}
  {{- $none := dict "needs" list "calls" list "consumes" list "answersCalls" false "isPublic" false "ownsVolume" false
    "program" $program "engineRoles" "" "jobKinds" list "scratch" dict -}}
  {{- /* A part has the settings of its program; how many pods there are is its own. */ -}}
  {{- $ofProgram := omit (get $.Values.services $program | default dict) "replicas" "autoscaling" "service" -}}
  {{- $inherited := ternary dict $ofProgram (eq $name $program) -}}
  {{- $own := get $.Values.services $name | default dict -}}
  {{- $service := mergeOverwrite $defaults (deepCopy $inherited) (deepCopy $own) $none $role -}}
  {{- $_ := set $service "kind" (ternary "StatefulSet" "Deployment" $service.ownsVolume) -}}
  {{- $isOfMode := eq (eq $name "all-in-one") (eq $.Values.deploymentMode "all-in-one") -}}
  {{- $isUsed := or (ne $program "video-engine") (eq $.Values.videoHost.kind "engine") -}}
  {{- if ne $name $program -}}{{- $isUsed = and $isUsed $isApart -}}{{- end -}}
  {{- if and $service.enabled $isOfMode $isUsed -}}
    {{- $_ := set $services $name $service -}}
  {{- end -}}
{{- end -}}
{{- toYaml $services -}}
{{- end -}}

{{/* The cores for encodes and captions; one alone would make uploads wait for each other: (list root service). */}}
{{- define "vault.mediaCores" -}}
{{- $resources := (index . 1).resources -}}
{{- $least := ternary 1 2 (hasKey $resources.limits "cpu") -}}
{{- $given := $resources.limits.cpu | default $resources.requests.cpu -}}
{{- (index . 0).Values.media.cores | default (max $least (include "vault.cores" $given | int)) | int -}}
{{- end -}}

{{/* The services that run while the jobs of `operations` do. */}}
{{- define "vault.started" -}}
{{- $services := include "vault.services" . | fromYaml -}}
{{- with .Values.operations -}}
  {{- if or .move.enabled .moveMedia.enabled .repair.enabled -}}{{- $services = dict -}}{{- end -}}
{{- end -}}
{{- toYaml $services -}}
{{- end -}}

{{/* The settings of the pods that `operations` and the migrate job run: `defaults`, and what `migrate` sets itself. */}}
{{- define "vault.migrateSettings" -}}
{{- $defaults := omit .Values.defaults "resources" "env" "autoscaling" "persistence" "affinity" -}}
{{- toYaml (mergeOverwrite (deepCopy $defaults) (deepCopy .Values.migrate)) -}}
{{- end -}}

{{/*
`none`, `hpa` or `keda`: KEDA scales by the lag of topics and by waiting jobs, so a service without them gets `hpa` instead.
(list root service)
*/}}
{{- define "vault.autoscaler" -}}
{{- $service := index . 1 -}}
{{- $isMeasured := or $service.consumes (and $service.jobKinds (index . 0).Values.metrics.prometheusUrl) -}}
{{- if and (eq $service.autoscaling.type "keda") (not $isMeasured) -}}hpa{{- else -}}{{ $service.autoscaling.type }}{{- end -}}
{{- end -}}

{{/* The smallest number of replicas. */}}
{{- define "vault.fewest" -}}
{{- if eq .autoscaling.type "none" -}}{{ int .replicas }}{{- else -}}{{ int .autoscaling.minReplicas }}{{- end -}}
{{- end -}}
