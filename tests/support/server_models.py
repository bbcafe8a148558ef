"""What the local Messages API says of its models, and how it counts tokens."""

from aiohttp import web

from tests.support.prompt_cache import PromptCache


class ModelRoutes:
    """The routes that judge nothing.

    `facts` has more fields of a model's description by its id. Without `answering`, the server knows none of these
    routes, as a gateway may not; without `counting`, it counts no tokens. `asked` is every path that was asked for.
    """

    def __init__(self, *, models=(), facts=None):
        self.models = tuple(models)
        self.facts = facts or {}
        self.answering = self.counting = True
        self.asked = []

    def add_to(self, app):
        app.router.add_post("/v1/messages/count_tokens", self._count_tokens)
        app.router.add_get("/v1/models", self._list_models)
        app.router.add_get("/v1/models/{model}", self._one_model)

    async def _count_tokens(self, request):
        self._ask(request)
        if not self.counting:
            raise web.HTTPNotFound
        usage, _ = PromptCache().count(await request.json())
        return web.json_response({"input_tokens": usage["input_tokens"] + usage["cache_creation_input_tokens"]})

    async def _list_models(self, request):
        self._ask(request)
        data = [self._model(name) for name in self.models]
        return web.json_response({"data": data, "has_more": False, "first_id": None, "last_id": None})

    async def _one_model(self, request):
        self._ask(request)
        name = request.match_info["model"]
        if self.models and name not in self.models:
            error = {"type": "not_found_error", "message": f"model: {name}"}
            body = {"type": "error", "error": error, "request_id": "req_model"}
            return web.json_response(body, status=404, headers={"request-id": "req_model"})
        return web.json_response(self._model(name))

    def _ask(self, request):
        self.asked.append(request.path)
        if not self.answering:
            raise web.HTTPNotFound

    def _model(self, name):
        described = {"type": "model", "id": name, "display_name": name, "created_at": "2026-01-01T00:00:00Z"}
        return described | self.facts.get(name, {})


def capabilities(*, structured_outputs=True, efforts=("low", "medium", "high", "xhigh", "max")):
    """Return the capabilities of a model in the form of the API, as far as a judge can meet them."""
    levels = {level: {"supported": level in efforts} for level in ("low", "medium", "high", "xhigh", "max")}
    return {
        "structured_outputs": {"supported": structured_outputs},
        "effort": {"supported": bool(efforts), **levels},
    }
