{{/* A security context without what the platform decides: (list root context). A null removes a field. */}}
{{- define "vault.security" -}}
{{- $left := dict -}}{{- $ofPlatform := list "runAsUser" "runAsGroup" "fsGroup" -}}
{{- range $field, $value := index . 1 -}}
  {{- if not (or (kindIs "invalid" $value) (and (index $ 0).Values.openshift (has $field $ofPlatform))) -}}{{- $_ := set $left $field $value -}}{{- end -}}
{{- end -}}
{{- toYaml $left -}}
{{- end -}}

{{/* What every pod's spec begins with: (list root settings). */}}
{{- define "vault.podStart" -}}
{{- $root := index . 0 -}}{{- $settings := index . 1 -}}
enableServiceLinks: false
securityContext:
  {{- include "vault.security" (list $root $settings.podSecurityContext) | nindent 2 }}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ if kindIs "string" . }}{{ . }}{{ else }}{{ .name }}{{ end }}
  {{- end }}
{{- end }}
{{- range $field := list "priorityClassName" "runtimeClassName" "nodeSelector" "tolerations" "hostAliases" "dnsConfig" }}
{{- with get $settings $field }}
{{ $field }}: {{ kindIs "string" . | ternary . (toYaml . | nindent 2) }}
{{- end }}
{{- end }}
{{- end -}}

{{/* One probe, with what the values set besides: (list settings name path period timeout failures). */}}
{{- define "vault.probe" -}}
{{- $own := get (index . 0).probes (index . 1) | default dict -}}
{{- $limits := dict "periodSeconds" (index . 3) "timeoutSeconds" (index . 4) "failureThreshold" (index . 5) -}}
{{ index . 1 }}Probe:
  httpGet: { path: {{ index . 2 }}, port: http }
  {{- merge (deepCopy $own) $limits | toYaml | nindent 2 }}
{{- end -}}

{{/* What every container begins with: (list root name settings); the name selects the image. */}}
{{- define "vault.containerStart" -}}
{{- $root := index . 0 -}}{{- $settings := index . 2 -}}
image: {{ include "vault.image" (list $root ($settings.program | default (index . 1)) $settings) }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
securityContext:
  {{- include "vault.security" (list $root $settings.securityContext) | nindent 2 }}
resources: {{- include "vault.resources" $settings.resources | trim | nindent 2 }}
{{- end -}}

{{/* Labels of pods, on which those of the selector cannot be replaced: (list root component settings). */}}
{{- define "vault.podLabels" -}}
{{- $root := index . 0 -}}
{{- merge (include "vault.selector" . | fromYaml) (deepCopy (index . 2).podLabels) $root.Values.commonLabels | toYaml -}}
{{- end -}}

{{/* The volumes for secrets and temporary files, and additional ones: (list root secrets settings). */}}
{{- define "vault.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- with index . 1 }}
- name: secrets
  projected:
    # 0440: for the group of the pod.
    defaultMode: 288
    sources:
      {{- range . }}
      {{- if .audience }}
      - serviceAccountToken: { audience: {{ .audience | quote }}, expirationSeconds: 3600, path: {{ .path }} }
      {{- else }}
      - secret:
          name: {{ .secret }}
          items: [{ key: {{ .key | quote }}, path: {{ .path }} }]
      {{- end }}
      {{- end }}
{{- end }}
{{- with (index . 2).extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "vault.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if index . 1 }}
- { name: secrets, mountPath: /run/secrets/vault, readOnly: true }
{{- end }}
{{- with (index . 2).extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The pod of a service: (list root name service). */}}
{{- define "vault.pod" -}}
{{- $root := index . 0 -}}{{- $name := index . 1 -}}{{- $service := index . 2 -}}
{{- $full := include "vault.fullname" $root -}}
{{- $secrets := include "vault.secrets" . | fromYamlArray -}}
metadata:
  labels:
    {{- include "vault.podLabels" . | nindent 4 }}
    app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
  annotations:
    {{- $checksum := dict "checksum/config" (include "vault.variables" . | sha256sum) }}
    # Replaces the pods when the configuration changes.
    {{- merge $checksum (deepCopy $service.podAnnotations) | toYaml | nindent 4 }}
spec:
  serviceAccountName: {{ $full }}-{{ $service.program }}
  automountServiceAccountToken: false
  # A process takes up to 25 s to finish its work.
  terminationGracePeriodSeconds: {{ add $service.preStopSeconds $service.stopDelaySeconds 30 }}
  {{- include "vault.podStart" (list $root $service) | nindent 2 }}
  affinity:
    {{- if $service.affinity }}
    {{- toYaml $service.affinity | nindent 4 }}
    {{- else }}
    podAntiAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
        - weight: 100
          podAffinityTerm:
            topologyKey: kubernetes.io/hostname
            labelSelector:
              matchLabels:
                {{- include "vault.selector" (list $root $name) | nindent 16 }}
    {{- end }}
  topologySpreadConstraints:
    {{- range $service.topologySpreadConstraints }}
    - {{- $own := dict "labelSelector" (dict "matchLabels" (include "vault.selector" (list $root $name) | fromYaml)) }}
      {{- merge (deepCopy .) $own | toYaml | nindent 6 }}
    {{- else }}
    # Spreads the pods of each version on their own: otherwise all pods can be in one zone after an update.
    # A stateful set has no such label, and Kubernetes then ignores the key.
    {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
    - topologyKey: {{ . }}
      maxSkew: 1
      whenUnsatisfiable: ScheduleAnyway
      matchLabelKeys: [pod-template-hash]
      labelSelector:
        matchLabels:
          {{- include "vault.selector" (list $root $name) | nindent 10 }}
    {{- end }}
    {{- end }}
  {{- with $service.initContainers }}
  initContainers: {{ toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ $name }}
      {{- include "vault.containerStart" . | nindent 6 }}
      envFrom:
        - configMapRef: { name: {{ $full }}-{{ $name }} }
      {{- with $service.extraEnv }}
      env: {{ toYaml . | nindent 8 }}
      {{- end }}
      ports:
        - { name: http, containerPort: 5000 }
        {{- if $service.answersCalls }}
        - { name: grpc, containerPort: 50051 }
        {{- end }}
        {{- if $root.Values.metrics.enabled }}
        - { name: metrics, containerPort: {{ int $root.Values.metrics.port }} }
        {{- end }}
      # Both use /livez, not /readyz: a slow database must not restart a pod.
      {{- include "vault.probe" (list $service "startup" "/livez" 2 2 60) | nindent 6 }}
      {{- include "vault.probe" (list $service "liveness" "/livez" 10 5 6) | nindent 6 }}
      {{- include "vault.probe" (list $service "readiness" "/readyz" 5 3 3) | nindent 6 }}
      lifecycle:
        preStop:
          sleep: { seconds: {{ int $service.preStopSeconds }} }
      volumeMounts:
        {{- include "vault.mounts" (list $root $secrets $service) | nindent 8 }}
        - { name: data, mountPath: /data }
    {{- with $service.sidecars }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  volumes:
    {{- include "vault.volumes" (list $root $secrets $service) | nindent 4 }}
    - name: data
      {{- if $service.ownsVolume }}
      persistentVolumeClaim: { claimName: {{ $service.persistence.existingClaim | default (printf "%s-%s" $full $name) }} }
      {{- else if $service.scratch }}
      # Made with the pod, and deleted with it.
      ephemeral:
        volumeClaimTemplate:
          spec:
            accessModes: [ReadWriteOnce]
            {{- with $service.scratch.storageClass }}
            storageClassName: {{ . }}
            {{- end }}
            resources:
              requests: { storage: {{ include "vault.quantity" $service.scratch.size | quote }} }
      {{- else }}
      emptyDir: { sizeLimit: 64Mi }
      {{- end }}
{{- end -}}
