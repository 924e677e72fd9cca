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
[admin, auth, chaptering, clip, portal, search, upload, video-engine]
{{- end -}}

{{- define "infra.kafkaName" -}}
{{- .Values.kafka.name | default (printf "%s-kafka" (.Values.tenant | default "vault")) -}}
{{- end -}}

{{- define "infra.mongodbName" -}}
{{- .Values.mongodb.name | default (printf "%s-mongodb" (.Values.tenant | default "vault")) -}}
{{- end -}}

{{/* The first part of the names of accounts on Kafka: Strimzi names them after their objects, which share a namespace. */}}
{{- define "infra.accountPrefix" -}}
{{- with .Values.tenant }}{{ . }}-{{ end -}}
{{- end -}}

{{/* Spreads pods with these labels over zones, and then over nodes. */}}
{{- define "infra.spread" -}}
{{- $labels := . -}}
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- topologyKey: {{ . }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  labelSelector: { matchLabels: {{ $labels | toJson }} }
{{- end }}
{{- end -}}
