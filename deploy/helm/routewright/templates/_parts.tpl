{{/* What the objects of the chart share: names, labels, the container's settings and its limits. */}}

{{- define "routewright.labels" -}}
app.kubernetes.io/name: routewright
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "routewright.selector" -}}
app.kubernetes.io/name: routewright
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "routewright.claim" -}}
{{ .Values.persistence.existingClaim | default (printf "%s-data" .Release.Name) }}
{{- end }}

{{/* The pod's part of the security settings. */}}
{{- define "routewright.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* What every container of ours has alike; the context is the chart's. */}}
{{- define "routewright.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret }}
{{- end }}

{{/* Settings without the role; the context is the chart's. */}}
{{- define "routewright.settings" -}}
- name: PUBLIC_BASE_URL
  value: {{ .Values.publicBaseUrl | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "routewright.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* A Deployment and its PodDisruptionBudget; the context is {root, role, options}. */}}
{{- define "routewright.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .root.Release.Name }}-{{ .role }}
  labels:
    {{- include "routewright.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ .options.replicas }}
  selector:
    matchLabels:
      {{- include "routewright.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "routewright.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
    spec:
      {{- include "routewright.pullSecrets" .root | nindent 6 }}
      automountServiceAccountToken: false
      # Kubernetes would set METRICS_PORT for a service called metrics, and so on.
      enableServiceLinks: false
      # DRAIN_SECONDS, then calls that run: whoever optimizes and waits does so for a minute or two.
      terminationGracePeriodSeconds: 150
      securityContext:
        {{- include "routewright.podSecurity" .root | nindent 8 }}
      {{- if and .root.Values.persistence.shared (eq .root.Values.persistence.accessMode "ReadWriteOnce") }}
      # The folder of files can be opened on one node only.
      affinity:
        podAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - topologyKey: kubernetes.io/hostname
              labelSelector:
                matchLabels:
                  {{- include "routewright.selector" .root | nindent 18 }}
      {{- end }}
      containers:
        - name: routewright
          {{- include "routewright.container" .root | nindent 10 }}
          env:
            - name: ROLE
              value: {{ .role }}
            {{- include "routewright.settings" .root | nindent 12 }}
          ports:
            - name: http
              containerPort: 8080
          startupProbe:
            httpGet: {path: /health/live, port: http}
            periodSeconds: 2
            failureThreshold: 60
          # Without its database a process is not ready; to restart it would not help.
          readinessProbe:
            httpGet: {path: /health, port: http}
            periodSeconds: 5
            timeoutSeconds: 3
          livenessProbe:
            httpGet: {path: /health/live, port: http}
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          resources:
            {{- toYaml .options.resources | nindent 12 }}
          volumeMounts:
            - name: data
              mountPath: /data
            - name: scratch
              mountPath: /tmp
      volumes:
        - name: data
          {{- if .root.Values.persistence.shared }}
          persistentVolumeClaim:
            claimName: {{ include "routewright.claim" .root }}
          {{- else }}
          emptyDir: {}
          {{- end }}
        - name: scratch
          emptyDir: {}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .root.Release.Name }}-{{ .role }}
  labels:
    {{- include "routewright.labels" .root | nindent 4 }}
spec:
  maxUnavailable: {{ .root.Values.podDisruptionBudget.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "routewright.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
{{- end }}
