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
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Every object's metadata, which further labels can follow: (list root component name), or with annotations at the end. */}}
{{- define "vault.metadata" -}}
{{- $root := index . 0 -}}
{{- $annotations := ternary (last .) dict (gt (len .) 3) | default dict -}}
name: {{ index . 2 }}
namespace: {{ $root.Release.Namespace }}
{{- with merge (deepCopy $annotations) $root.Values.commonAnnotations }}
annotations: {{ toYaml . | nindent 2 }}
{{- end }}
labels:
  {{- merge (include "vault.labels" . | fromYaml) $root.Values.commonLabels | toYaml | nindent 2 }}
{{- end -}}

{{/* An image by its digest if there is one: (list root name settings), where the settings may have their own `image`. */}}
{{- define "vault.image" -}}
{{- $root := index . 0 -}}{{- $common := $root.Values.image -}}{{- $own := (index . 2).image | default dict -}}
{{- $registry := $own.registry | default $common.registry -}}
{{- $repository := $own.repository | default (printf "%s/%s" $common.repository (index . 1)) -}}
{{- $tag := $own.tag | default $common.tag | default $root.Chart.AppVersion -}}
{{- with $registry }}{{ . }}/{{ end }}{{ $repository }}{{ with $own.digest }}@{{ . }}{{ else }}:{{ $tag }}{{ end }}
{{- end -}}

{{/* The video engine's address for browsers, without a slash at the end. */}}
{{- define "vault.mediaUrl" -}}
{{- .Values.mediaUrl | default (printf "%s/media" (trimSuffix "/" .Values.publicUrl)) | trimSuffix "/" -}}
{{- end -}}

{{- define "vault.hostOf" -}}{{- (urlParse .).host | splitList ":" | first -}}{{- end -}}

{{/* Converts a quantity of memory to MiB: `1.5Gi`, `512M`, or a number of bytes. */}}
{{- define "vault.mib" -}}
{{- div (include "vault.thousandths" . | int64) 1048576000 -}}
{{- end -}}

{{/* A share of the memory limit in MiB: (list resources percent). */}}
{{- define "vault.share" -}}
{{- div (mul (include "vault.mib" (index . 0).limits.memory | int) (int (index . 1))) 100 -}}
{{- end -}}

{{- define "vault.heap" -}}
--max-old-space-size={{ include "vault.share" . }}
{{- end -}}

{{/* A quantity such as `1.5Gi` or `500m` in thousandths of its unit. */}}
{{- define "vault.thousandths" -}}
{{- $text := include "vault.quantity" . -}}
{{- $factors := dict "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "k" 1000 "M" 1000000 "G" 1000000000 "T" 1000000000000 "m" 0.001 -}}
{{- $factor := get $factors (regexFind "[a-zA-Z]*$" $text) | default 1 -}}
{{- mulf (regexFind "^[0-9.]+" $text | float64) $factor 1000 | floor | int64 -}}
{{- end -}}

{{/* A value as text: Kubernetes also takes quantities such as `8`, which Helm would print with an exponent when large. */}}
{{- define "vault.quantity" -}}
{{- if or (kindIs "string" .) (kindIs "bool" .) -}}{{ . }}
{{- else if eq (float64 .) (floor .) -}}{{ int64 . }}
{{- else -}}{{ toString . }}
{{- end -}}
{{- end -}}

{{- define "vault.resources" -}}
{{- range $part, $quantities := . }}
{{ $part }}:
  {{- range $what, $quantity := $quantities }}
  {{ $what }}: {{ include "vault.quantity" $quantity | quote }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Converts a quantity of processors to whole cores: `1500m` and `1.5` are 2. */}}
{{- define "vault.cores" -}}
{{- div (add (include "vault.thousandths" . | int64) 999) 1000 -}}
{{- end -}}
