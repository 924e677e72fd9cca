/* global Mongo, print, process, quit, sleep */
// mongosh runs this once: it initiates a replica set with one member and waits until it accepts writes.
// The server may still be starting for the first time, so this retries for a while.
if (!process.env.MONGO_ROOT_PASSWORD) {
  print('MONGO_ROOT_PASSWORD: must be set');
  quit(1);
}
const end = Date.now() + 60_000;

function start() {
  const admin = new Mongo('mongodb://mongo:27017/?directConnection=true').getDB('admin');
  admin.auth('root', process.env.MONGO_ROOT_PASSWORD);
  const { setName, isWritablePrimary } = admin.hello();
  if (setName === undefined)
    admin.adminCommand({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'mongo:27017' }] } });
  if (!isWritablePrimary) throw new Error('the server does not accept writes yet');
}

for (;;) {
  try {
    start();
    print('The replica set accepts writes.');
    quit(0);
  } catch (error) {
    if (Date.now() > end) {
      print(`The replica set could not be started: ${error.message}`);
      quit(1);
    }
    sleep(1_000);
  }
}
