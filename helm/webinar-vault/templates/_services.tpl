{{/* The services that run here, each with its role of `files/services.yaml`, `defaults` and its own values: a YAML object by name. */}}
{{- define "vault.services" -}}
{{- $services := dict -}}
{{- $bucket := .Values.media.bucket -}}
{{- $isApart := and $bucket.name $bucket.separateWork -}}
{{- $roles := .Files.Get "files/services.yaml" | fromYaml -}}
{{- $called := list -}}
{{- range $roles -}}{{- $called = concat $called (.calls | default list) -}}{{- end -}}
{{- range $name, $role := $roles -}}
  {{- $program := $role.program | default $name -}}
  {{- if and $bucket.name (eq $program "video-engine") -}}
    {{- /* Several pods share the bucket and MongoDB; each has a temporary volume. */ -}}
    {{- $_ := set $role "ownsVolume" false -}}
    {{- $_ := set $role "needs" (append $role.needs "mongodb") -}}
    {{- $_ := set $role "scratch" $bucket.scratch -}}
    {{- if and $isApart (eq $name $program) -}}{{- $_ := set $role "engineRoles" "api" -}}{{- $_ := set $role "jobKinds" list -}}{{- end -}}
  {{- end -}}
  {{- $defaults := deepCopy $.Values.defaults -}}
  {{- if $role.ownsVolume -}}
    {{- /* There is no other pod that could take over. */ -}}
    {{- $_ := set $defaults.autoscaling "type" "none" -}}
    {{- $_ := set $defaults "replicas" (min 1 (int $defaults.replicas)) -}}
    {{- $_ := set $defaults "stopDelaySeconds" 0 -}}
  {{- end -}}
  {{- $none := dict "needs" list "calls" list "consumes" list "answersCalls" (has $name $called) "isPublic" false "ownsVolume" false
    "program" $program "engineRoles" "" "jobKinds" list "scratch" dict "heapPercent" 60 "image" dict -}}
  {{- /* A part has the settings of its program; how many pods there are is its own. */ -}}
  {{- $ofProgram := omit (get $.Values.services $program | default dict) "replicas" "autoscaling" "service" -}}
  {{- $inherited := ternary dict $ofProgram (eq $name $program) -}}
  {{- $own := get $.Values.services $name | default dict -}}
  {{- $service := mergeOverwrite $none $defaults (deepCopy $inherited) (deepCopy $own) $role -}}
  {{- $_ := set $service "kind" (ternary "StatefulSet" "Deployment" $service.ownsVolume) -}}
  {{- $isOfMode := eq (eq $name "all-in-one") (eq $.Values.deploymentMode "all-in-one") -}}
  {{- $isUsed := or (ne $program "video-engine") (and (eq $.Values.videoHost.kind "engine") (or $isApart (eq $name $program))) -}}
  {{- if and $isOfMode $isUsed -}}{{- $_ := set $services $name $service -}}{{- end -}}
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
{{- $none := dict "image" dict "program" "migrate" -}}
{{- toYaml (mergeOverwrite $none (deepCopy .Values.defaults) (deepCopy .Values.migrate)) -}}
{{- end -}}

{{/* `none`, `hpa` or `keda`, which needs the lag of topics or waiting jobs; a service without them gets `hpa`: (list root service). */}}
{{- define "vault.autoscaler" -}}
{{- $service := index . 1 -}}
{{- $isMeasured := or $service.consumes (and $service.jobKinds (index . 0).Values.metrics.prometheusUrl) -}}
{{- if and (eq $service.autoscaling.type "keda") (not $isMeasured) -}}hpa{{- else -}}{{ $service.autoscaling.type }}{{- end -}}
{{- end -}}

{{/* The smallest number of replicas. */}}
{{- define "vault.fewest" -}}
{{- if eq .autoscaling.type "none" -}}{{ int .replicas }}{{- else -}}{{ int .autoscaling.minReplicas }}{{- end -}}
{{- end -}}
