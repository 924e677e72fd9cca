{{/* The first part of every object's name. */}}
{{- define "vault.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* The labels of a selector. A selector cannot be changed later, so only fixed labels are in it. (list root component) */}}
{{- define "vault.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: webinar-vault
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "vault.labels" -}}
{{- $root := index . 0 -}}
{{ include "vault.selector" . }}
app.kubernetes.io/part-of: webinar-vault
app.kubernetes.io/version: {{ $root.Values.image.tag | default $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Every object's metadata: (list root component name). */}}
{{- define "vault.metadata" -}}
name: {{ index . 2 }}
namespace: {{ (index . 0).Release.Namespace }}
labels:
  {{- include "vault.labels" . | nindent 2 }}
{{- end -}}

{{- define "vault.image" -}}
{{- $image := (index . 0).Values.image -}}
{{- with $image.registry }}{{ . }}/{{ end }}{{ $image.repository }}/{{ index . 1 }}:{{ $image.tag | default (index . 0).Chart.AppVersion }}
{{- end -}}

{{/* The services that this installation runs, merged with the defaults: a YAML object by name. */}}
{{- define "vault.services" -}}
{{- $services := dict -}}
{{- range $name, $given := .Values.services -}}
  {{- $service := mergeOverwrite (deepCopy $.Values.defaults) (deepCopy $given) -}}
  {{- $isOfMode := has $.Values.deploymentMode $service.modes -}}
  {{- $isWanted := or (ne $name "video-engine") (eq $.Values.videoHost.kind "engine") -}}
  {{- if and $service.enabled $isOfMode $isWanted -}}
    {{- $_ := set $services $name $service -}}
  {{- end -}}
{{- end -}}
{{- toYaml $services -}}
{{- end -}}

{{/* `none`, `hpa` or `keda`: KEDA scales by the lag of topics, so a service that reads none gets `hpa` instead. */}}
{{- define "vault.autoscaler" -}}
{{- if and (eq .autoscaling.type "keda") (empty .consumes) -}}hpa{{- else -}}{{ .autoscaling.type }}{{- end -}}
{{- end -}}

{{/* The smallest number of replicas. */}}
{{- define "vault.fewest" -}}
{{- if eq .autoscaling.type "none" -}}{{ int .replicas }}{{- else -}}{{ int .autoscaling.minReplicas }}{{- end -}}
{{- end -}}

{{/* The video engine's address for browsers, without a slash at the end. */}}
{{- define "vault.mediaUrl" -}}
{{- .Values.mediaUrl | default (printf "%s/media" (trimSuffix "/" .Values.publicUrl)) | trimSuffix "/" -}}
{{- end -}}

{{- define "vault.hostOf" -}}
{{- (urlParse .).host | splitList ":" | first -}}
{{- end -}}

{{/* Converts `512Mi` or `3Gi` to MiB. */}}
{{- define "vault.mib" -}}
{{- if hasSuffix "Gi" . -}}{{ mulf (trimSuffix "Gi" . | float64) 1024 | int }}
{{- else if hasSuffix "Mi" . -}}{{ trimSuffix "Mi" . | int }}
{{- else -}}{{ fail (printf "A memory limit must end in Mi or Gi, and %q does not." .) }}
{{- end -}}
{{- end -}}
