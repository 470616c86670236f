{{- define "paywages.container" }}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
securityContext:
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  runAsUser: 10001
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  - { name: secrets, mountPath: /run/secrets/paywages, readOnly: true }
env:
  {{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
  - { name: DATABASE_URL_FILE, value: /run/secrets/paywages/database-url }
  - { name: SECRET_KEY_FILE, value: /run/secrets/paywages/secret-key }
  - { name: BANK_SECRET_FILE, value: /run/secrets/paywages/bank-secret }
  - { name: S3_ACCESS_KEY_ID_FILE, value: /run/secrets/paywages/s3-access-key-id }
  - { name: S3_SECRET_ACCESS_KEY_FILE, value: /run/secrets/paywages/s3-secret-access-key }
  - { name: METRICS_TOKEN_FILE, value: /run/secrets/paywages/metrics-token }
  - { name: WORKER_PORT, value: "8080" }
{{- end }}
{{- define "paywages.volumes" }}
securityContext: { fsGroup: 10001 }
terminationGracePeriodSeconds: 60
volumes:
  - { name: data, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
  - { name: secrets, secret: { secretName: {{ .Values.secretName }} } }
{{- end }}
{{- define "paywages.probes" }}
ports: [{ name: http, containerPort: 8080 }]
startupProbe: { httpGet: { path: /live, port: http }, periodSeconds: 2, failureThreshold: 60 }
livenessProbe: { httpGet: { path: /live, port: http }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
readinessProbe: { httpGet: { path: /ready, port: http }, periodSeconds: 5, timeoutSeconds: 5 }
# The proxies stop sending before the process stops listening; there is no shell in the image to sleep with.
lifecycle: { preStop: { exec: { command: [node, -e, "setTimeout(() => {}, 10000)"] } } }
{{- end }}
