"""The barest process that sends requests over the SDK: import it, gather, end. `python bare_loop.py FILE CONCURRENCY`.

FILE holds the requests, a JSON line each. Nothing is planned, read, kept or reported.
"""

import asyncio
import json
import sys
from pathlib import Path


async def main(file, concurrency):
    from anthropic import AsyncAnthropic, DefaultAioHttpClient

    requests = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
    slots = asyncio.Semaphore(concurrency)
    async with AsyncAnthropic(max_retries=0, http_client=DefaultAioHttpClient()) as client:

        async def one(request):
            async with slots:
                await client.messages.create(**request)

        await asyncio.gather(*map(one, requests))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
