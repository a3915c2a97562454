# The service as one image: `docker build -t routewright .`, for two processors `docker buildx build --platform linux/amd64,linux/arm64 …`.
# The sources run as they are, and the pages are the same everywhere. Of the dependencies one is compiled, and comes from the registry for the
# processor of the image. So all is made on the builder's own processor, and the last stage only copies.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# The pages: planner, drivers' app, recipients' page, documents.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS pages
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && node scripts/build.mjs && node scripts/licences.mjs THIRD-PARTY-LICENCES

# What the service imports, and nothing of what only the pages are built from; without what a running service never reads.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS dependencies
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/reading/package.json packages/reading/
COPY packages/roads/package.json packages/roads/
COPY packages/solver/package.json packages/solver/
COPY apps/server/package.json apps/server/
COPY apps/server/bin apps/server/bin
COPY scripts/trim-packages.mjs /tmp/
# Node calls the processor that images call amd64 by another name.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund -w apps/server \
      --os=linux --libc=glibc --cpu="$(node -p '({ amd64: "x64" })[process.env.TARGETARCH] ?? (process.env.TARGETARCH || process.arch)')" \
    && node /tmp/trim-packages.mjs node_modules \
    && mkdir /data

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Routewright" \
      org.opencontainers.image.description="Plans, dispatches and tracks a day of deliveries or field visits." \
      org.opencontainers.image.licenses="Apache-2.0"
# Other machines reach a container: the service then wants SMTP_URL, or KEEP_MAILS=yes for a look around.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data PATH=/app/node_modules/.bin:$PATH
WORKDIR /app
COPY --from=dependencies /app ./
COPY LICENSE CHANGELOG.md ./
COPY --from=pages /app/THIRD-PARTY-LICENCES ./
COPY packages/contract packages/contract
COPY packages/reading packages/reading
COPY packages/roads packages/roads
COPY packages/solver packages/solver
COPY apps/server apps/server
COPY --from=pages /app/apps/planner/dist apps/planner/dist
COPY --from=pages /app/apps/driver/dist apps/driver/dist
COPY --from=pages /app/apps/tracking/dist apps/tracking/dist
COPY --from=pages /app/apps/site/dist apps/site/dist
# The number of the user `node`, so that Kubernetes can tell that it is not root.
COPY --from=dependencies --chown=1000:1000 /data /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["routewright"]
CMD ["serve"]
