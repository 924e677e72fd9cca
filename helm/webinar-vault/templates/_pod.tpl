{{/* The restrictions of every pod. */}}
{{- define "vault.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "vault.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
capabilities: { drop: [ALL] }
{{- end -}}

{{/* The volumes for secrets and temporary files: (list root secrets). */}}
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
{{- end -}}

{{- define "vault.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if index . 1 }}
- { name: secrets, mountPath: /run/secrets/vault, readOnly: true }
{{- end }}
{{- end -}}

{{/* The pod of a service: (list root name service). */}}
{{- define "vault.pod" -}}
{{- $root := index . 0 -}}{{- $name := index . 1 -}}{{- $service := index . 2 -}}
{{- $full := include "vault.fullname" $root -}}
{{- $secrets := include "vault.secrets" . | fromYamlArray -}}
metadata:
  labels:
    {{- include "vault.selector" (list $root $name) | nindent 4 }}
    app.kubernetes.io/version: {{ $root.Values.image.tag | default $root.Chart.AppVersion | quote }}
    {{- with $service.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
  annotations:
    # Replaces the pods when the configuration changes.
    checksum/config: {{ include "vault.variables" . | sha256sum }}
    {{- with $service.podAnnotations }}{{ toYaml . | nindent 4 }}{{ end }}
spec:
  serviceAccountName: {{ $full }}-{{ $name }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ int $service.terminationGracePeriodSeconds }}
  securityContext:
    {{- include "vault.podSecurity" $root | nindent 4 }}
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with $service.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $service.nodeSelector }}
  nodeSelector: {{ toYaml . | nindent 4 }}
  {{- end }}
  {{- with $service.tolerations }}
  tolerations: {{ toYaml . | nindent 4 }}
  {{- end }}
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
  containers:
    - name: {{ $name }}
      image: {{ include "vault.image" (list $root $name) }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      securityContext:
        {{- include "vault.containerSecurity" $root | nindent 8 }}
      envFrom:
        - configMapRef: { name: {{ $full }}-{{ $name }} }
      ports:
        - { name: http, containerPort: 5000 }
        {{- if $service.answersCalls }}
        - { name: grpc, containerPort: 50051 }
        {{- end }}
        {{- if $root.Values.metrics.enabled }}
        - { name: metrics, containerPort: {{ int $root.Values.metrics.port }} }
        {{- end }}
      # Both use /livez, not /readyz: a slow database must not restart a pod.
      startupProbe:
        httpGet: { path: /livez, port: http }
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /livez, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 3
        failureThreshold: 3
      lifecycle:
        preStop:
          sleep: { seconds: {{ int $service.preStopSeconds }} }
      resources: {{ toYaml $service.resources | nindent 8 }}
      volumeMounts:
        {{- include "vault.mounts" (list $root $secrets) | nindent 8 }}
        - { name: data, mountPath: /data }
  volumes:
    {{- include "vault.volumes" (list $root $secrets) | nindent 4 }}
    - name: data
      {{- if $service.persistence.enabled }}
      persistentVolumeClaim: { claimName: {{ $service.persistence.existingClaim | default (printf "%s-%s" $full $name) }} }
      {{- else }}
      emptyDir: { sizeLimit: 64Mi }
      {{- end }}
{{- end -}}
