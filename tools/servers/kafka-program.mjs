// Apache Kafka as a local program. The cache keeps its jars from Maven, verified by hash, and a formatted data folder.
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, makeOnce } from '../cache-folder.mjs';
import { hasProgram, runProgram } from './server-process.mjs';

const version = '4.3.1';
/** SHA-256 of the names and contents of all jars. */
const jarsSha256 = '7de01a88c57a7cc0c5f27830bd969f00d8caa972ce7112dda7fd5fb7e1a878d5';
const copyDependencies = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
const dependency = (group, name, number) =>
  `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${number}</version></dependency>`;
const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>vault</groupId><artifactId>kafka</artifactId><version>1</version>
<packaging>pom</packaging><dependencies>${dependency('org.apache.kafka', 'kafka_2.13', version)}
${dependency('org.slf4j', 'slf4j-simple', '1.7.36')}</dependencies></project>
`;

/** What is missing to run a Kafka server here, in one line. */
export class MissingKafka extends Error {}

/**
 * Makes the program ready to run: `template` is a formatted data folder.
 * @param {(program: object, template: string) => Promise<void>} format makes the template
 * @returns {Promise<{ java: string, classPath: string, template: string }>}
 * @throws {MissingKafka} when it is not available here
 */
export async function ensureKafka(format) {
  const { java, number } = await findJava();
  const folder = join(cacheFolder(), `kafka-${version}`);
  const jars = await makeOnce(join(folder, 'jars'), fetchJars);
  const classPath = (await jarsIn(jars)).map((jar) => join(jars, jar)).join(':');
  const prepared = await makeOnce(join(folder, `java-${number}`), async (draftFolder) => {
    await format({ java, classPath }, join(draftFolder, 'template'));
    return draftFolder;
  });
  return { java, classPath, template: join(prepared, 'template') };
}

async function findJava() {
  const output = await runProgram('sh', ['-c', 'java -version 2>&1']).catch(() => '');
  const number = /version "([^"]+)"/.exec(output)?.[1];
  if (!(Number.parseInt(number, 10) >= 17))
    throw new MissingKafka(
      `kafka: Java 17 or newer is missing${number ? ` (this is ${number})` : ''} (apt-get install default-jre-headless)`,
    );
  return { java: 'java', number };
}

const jarsIn = async (folder) => (await readdir(folder)).filter((name) => name.endsWith('.jar')).sort();

async function fetchJars(draftFolder) {
  if (!(await hasProgram('mvn', '--version')))
    throw new MissingKafka('kafka: Maven is missing (apt-get install maven)');
  await writeFile(join(draftFolder, 'pom.xml'), pom);
  const settings = ['-DincludeScope=runtime', `-DoutputDirectory=${draftFolder}`];
  const args = ['-q', '-B', '--strict-checksums', '-f', join(draftFolder, 'pom.xml'), copyDependencies];
  await runProgram('mvn', [...args, ...settings], { timeout: 600_000 }).catch((error) => {
    const line = /^\[ERROR\].*/m.exec(`${error.stdout}`)?.[0] ?? error.message.split('\n')[0];
    throw new MissingKafka(`kafka: Maven cannot fetch Kafka ${version} (${line})`);
  });
  await checkJars(draftFolder);
  return draftFolder;
}

/** @throws when their hash is wrong */
async function checkJars(folder) {
  const hash = createHash('sha256');
  for (const name of await jarsIn(folder)) hash.update(name).update(await readFile(join(folder, name)));
  const found = hash.digest('hex');
  if (found !== jarsSha256)
    throw new Error(`the jars of Kafka ${version} have SHA-256 ${found}, expected ${jarsSha256}`);
}

/** Copies the formatted folder, so that a start does not have to run Java a second time. */
export const copyTemplate = (template, logs) => cp(template, logs, { recursive: true });
