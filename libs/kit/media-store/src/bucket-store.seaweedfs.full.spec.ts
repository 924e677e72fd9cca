import { startSeaweedfs } from '../../../../tools/servers/seaweedfs.mjs';
import { describeBucketStore } from './bucket-store.contract.ts';

describeBucketStore(startSeaweedfs);
