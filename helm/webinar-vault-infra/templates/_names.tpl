{{/* (root, name) */}}
{{- define "infra.metadata" -}}
{{- $root := index . 0 -}}
name: {{ index . 1 }}
namespace: {{ $root.Release.Namespace }}
labels:
  app.kubernetes.io/name: webinar-vault-infra
  app.kubernetes.io/instance: {{ $root.Release.Name }}
  app.kubernetes.io/managed-by: {{ $root.Release.Service }}
  helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- end -}}

{{/* Messages and data are kept after an uninstall. */}}
{{- define "infra.keep" -}}
helm.sh/resource-policy: keep
{{- end -}}

{{- define "infra.prefix" -}}
{{- with .Values.tenant }}{{ . }}.{{ end -}}
{{- end -}}

{{- define "infra.database" -}}
{{- index . 0 | default "vault" }}-{{ index . 1 }}
{{- end -}}

{{/* The services that have a database. */}}
{{- define "infra.keeping" -}}
[admin, auth, chaptering, clip, search, upload]
{{- end -}}
