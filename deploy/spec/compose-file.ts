import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../tools/prepare.mjs';

export type Values = Record<string, string>;

/** A service as docker-compose.yml describes it. */
export interface Container {
  profiles?: string[];
  image: string;
  restart: string;
  build?: { context: string; dockerfile: string; args: { APP: string } };
  command?: string[];
  environment?: Values;
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  secrets?: string[];
  tmpfs: string[];
  init: boolean;
  read_only?: boolean;
  cap_drop: string[];
  security_opt: string[];
  stop_grace_period: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck: { test?: string[]; disable?: boolean };
  deploy: {
    replicas?: string;
    resources: { limits: { cpus: string; memory: string; pids: number } };
  };
  logging: { options: { 'max-size': string; 'max-file': string } };
}

interface ComposeFile {
  name: string;
  services: Record<string, Container>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

export const composeText = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
export const composeFile = parse(composeText, { merge: true }) as ComposeFile;
export const containers = composeFile.services;

/** The containers of the profile `microservices`. */
export const microservices = Object.fromEntries(
  Object.entries(containers).filter(([, { profiles }]) => profiles?.includes('microservices')),
);

/** Interpolates a text as compose does: `${NAME:-default}` is replaced, `$$` becomes a dollar sign. */
export function filledIn(text: string, settings: Readonly<Values>): string {
  return text.replaceAll(
    /\$\$|\$\{(\w+):-([^}]*)\}/g,
    (_whole, name: string | undefined, byDefault: string) =>
      name === undefined ? '$' : settings[name] || byDefault,
  );
}

/** The environment of a container after compose's interpolation. */
export function environmentOf(name: string, settings: Readonly<Values>): Values {
  const entries = Object.entries(containers[name]?.environment ?? {});
  return Object.fromEntries(entries.map(([variable, text]) => [variable, filledIn(text, settings)]));
}

/** How many of each container `docker compose up` starts, with these settings in `.env`. */
export function startedWith(settings: Readonly<Values>): Record<string, number> {
  const chosen = (settings['COMPOSE_PROFILES'] ?? '').split(',');
  const active = Object.entries(containers).filter(
    ([, { profiles }]) => !profiles || profiles.some((profile) => chosen.includes(profile)),
  );
  const counts = active.map(
    ([name, { deploy }]) => [name, Number(filledIn(deploy.replicas ?? '1', settings))] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}
