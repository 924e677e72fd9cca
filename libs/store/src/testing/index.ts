export { type LedgerDocument, ledgerSchema } from './ledger.fixture.ts';
export { startMongod, type TestMongod } from './mongod.fixture.ts';
