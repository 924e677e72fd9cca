{{/*
What each service is, by name: code and not values, because a change here needs a change of the service. `needs` are the
parts of the configuration that it gets, `calls` the services that it calls over gRPC, and `consumes` the topics that it
reads in the consumer group of its name.
*/}}
{{- define "vault.roles" -}}
gateway:
  needs: [kafka, playback, publicUrl, mediaAddress, operator, proxies]
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
  calls: [upload]
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
{{- range $name, $role := include "vault.roles" . | fromYaml -}}
  {{- $defaults := deepCopy $.Values.defaults -}}
  {{- if $role.ownsVolume -}}{{- $_ := set $defaults.autoscaling "type" "none" -}}{{- end -}}
  {{- $none := dict "needs" list "calls" list "consumes" list "answersCalls" false "isPublic" false "ownsVolume" false -}}
  {{- $service := mergeOverwrite $defaults (deepCopy (get $.Values.services $name)) $none $role -}}
  {{- $_ := set $service "kind" (ternary "StatefulSet" "Deployment" $service.ownsVolume) -}}
  {{- $isOfMode := eq (eq $name "all-in-one") (eq $.Values.deploymentMode "all-in-one") -}}
  {{- $isUsed := or (ne $name "video-engine") (eq $.Values.videoHost.kind "engine") -}}
  {{- if and $service.enabled $isOfMode $isUsed -}}
    {{- $_ := set $services $name $service -}}
  {{- end -}}
{{- end -}}
{{- toYaml $services -}}
{{- end -}}

{{/* The services that run while the jobs of `operations` do. */}}
{{- define "vault.started" -}}
{{- $services := include "vault.services" . | fromYaml -}}
{{- if or .Values.operations.move.enabled .Values.operations.repair.enabled -}}{{- $services = dict -}}{{- end -}}
{{- toYaml $services -}}
{{- end -}}

{{/* The settings of the pods that `operations` and the migrate job run: `defaults`, and what `migrate` sets itself. */}}
{{- define "vault.migrateSettings" -}}
{{- $defaults := omit .Values.defaults "resources" "env" "autoscaling" "persistence" "affinity" -}}
{{- toYaml (mergeOverwrite (deepCopy $defaults) (deepCopy .Values.migrate)) -}}
{{- end -}}

{{/* `none`, `hpa` or `keda`: KEDA scales by the lag of topics, so a service that reads none gets `hpa` instead. */}}
{{- define "vault.autoscaler" -}}
{{- if and (eq .autoscaling.type "keda") (empty .consumes) -}}hpa{{- else -}}{{ .autoscaling.type }}{{- end -}}
{{- end -}}

{{/* The smallest number of replicas. */}}
{{- define "vault.fewest" -}}
{{- if eq .autoscaling.type "none" -}}{{ int .replicas }}{{- else -}}{{ int .autoscaling.minReplicas }}{{- end -}}
{{- end -}}
