/* global Mongo, print, process, quit, sleep */
// Run by mongosh, once: makes the server of docker-compose.yml a replica set of one, and waits until it takes writes.
// The server may still be at its very first start, so it is asked for a while.
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
  if (!isWritablePrimary) throw new Error('it does not take writes yet');
}

for (;;) {
  try {
    start();
    print('The replica set takes writes.');
    quit(0);
  } catch (error) {
    if (Date.now() > end) {
      print(`The replica set cannot be started: ${error.message}`);
      quit(1);
    }
    sleep(1_000);
  }
}
